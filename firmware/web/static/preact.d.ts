// The types of what the page uses of preact.js.

/** What is drawn: an element, a text, a list of these, or nothing. */
export type Drawn = any;
export function html(strings: TemplateStringsArray, ...values: any[]): Drawn;
export function render(drawn: Drawn, root: Element): void;
export function useEffect(run: () => void | (() => void), on?: readonly unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), on?: readonly unknown[]): void;
export function useRef<T>(first: T): { current: T };
export function useState<T>(first: T): [T, (next: T | ((now: T) => T)) => void];
