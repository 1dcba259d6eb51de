// What stands in a site beside the scripts, and not here.

declare module "*/py/pyodide.mjs" {
  export function loadPyodide(options: Record<string, unknown>): Promise<any>;
}
declare module "*/py/pyodide.asm.mjs" {
  export default function create(settings: any): Promise<any>;
}
declare module "*/py/files.js" {
  export const FILES: Record<string, { sha256: string, size: number }>;
  export const LOCK: Record<string, unknown>;
  export const SNAPSHOT: string;
}
