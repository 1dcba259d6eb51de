"""The texts of the page, of its scripts and its HTML, in English, by their keys.

The scripts name a text by its key, ``say("legal.more", {number})``; the HTML in ``data-say`` and
``data-name``. A part of a key that a script fills in is a name of the rules or of the protocol.
"""

from collections.abc import Mapping

from firmware.words import Counted, InContext, say

PAGE_TEXTS: Mapping[str, str | Counted | InContext] = {
    "new": say("New game"),
    "new.unfinished": say(
        "The game on the table is not finished. It will be given up; its game record stays "
        "among the saved games."
    ),
    "new.game": InContext("a kind of game", "Game"),
    "new.players": say("How many players?"),
    "new.names": say("Who is playing?"),
    "new.name": say("Name: {seat}"),
    "new.name.form": say("Any name without quotation marks"),
    "new.options": say("House rules"),
    "new.begin": say("Begin"),
    "kept": say("Saved games"),
    "kept.none": say("No saved games yet."),
    "kept.older": say("Older games"),
    "kept.record": say("Game record"),
    "kept.export": say("Save the game record of game {number}"),
    "kept.import": say("Import a game record"),
    "kept.all": say("Save all games as a file"),
    "kept.back": Counted("{number} game is back.", "{number} games are back."),
    "kept.in": say("Saved as game {number}."),
    "kept.note": say("Line {line}: {note}"),
    "kept.already": say("Already saved as game {number}."),
    "kept.refused": say("{file} could not be saved: {why}"),
    "kept.unfinished": say("not finished"),
    "kept.abandoned": say("given up"),
    "kept.aborted": say("called off"),
    "kept.won": say("won by {names}"),
    "kept.draw": say("a draw"),
    "standings": say("Standings"),
    "standings.none": say("No finished games yet."),
    "standings.player": say("Player"),
    "standings.played": say("Played"),
    "standings.won": say("Won"),
    "standings.drawn": say("Drawn"),
    "standings.points": say("Points"),
    "standings.best": say("Best"),
    "standings.average": say("Average"),
    "standings.rating": say("Rating"),
    "standings.rated": say(
        "The rating tells how strong a player is: with 400 points more somebody wins ten games of "
        "eleven. The number after ± is how far it may be off."
    ),
    "help": say("How to play"),
    "help.idea": say(
        "This is the table itself: you move pieces, and the table finds out which move that"
        " was. A wrong move does no harm: the lamps show where the piece goes back."
    ),
    "help.hands": say("With mouse or finger"),
    "help.drag": say("Drag"),
    "help.drag.does": say("takes a piece and puts it down elsewhere."),
    "help.tap": say("Tap"),
    "help.tap.does": say(
        "takes a piece; the next tap puts it down. On an empty field, a tap presses the field."
    ),
    "help.hold": say("Hold, or tap twice"),
    "help.hold.does": say("presses the field, whatever stands on it."),
    "help.off": say("Drop beside the table"),
    "help.off.does": say("takes a piece off the table. You can pick it up again where it stood."),
    "help.keyboard": say("With the keyboard"),
    "help.arrows": say("from field to field"),
    "help.enter": say("takes a piece, puts it down"),
    "help.space.key": say("Space"),
    "help.space": say("presses the field"),
    "help.turn": say("turns over the hourglass where it stands"),
    "help.escape": say("puts back the piece in your hand"),
    "help.letters": say("the keys CONFIRM, UNDO, HINT and MENU"),
    "help.games": say("In each game"),
    "help.revolution": say(
        "Drag cards and buildings from their places to a free field. Set a stone from "
        "beside the table on a card that blinks. CONFIRM ends your turn."
    ),
    "help.hourglass": say(
        "At the start both players turn over their three nearest hourglasses: tap each one "
        "twice. Then drag an hourglass along a line; it is turned over as it is planted."
    ),
    "help.forum_romanum": say(
        "Take a Roman from beside the table to a free field. Once all are placed, move one "
        "of your own. MENU, then CONFIRM ends the game by agreement."
    ),
    "help.manoeuvre": say(
        "Roll the die beside the table and bring a recruit from the courtyard to that "
        "field. Later move each blinking recruit; in a stack only the top one moves."
    ),
    "help.screen.idea": say(
        "Move a piece to where you want it. White dots show where the piece in your hand may go."
    ),
    "help.screen.drag": say("a piece to another field, or from beside the board onto it."),
    "help.screen.tap": say("a piece, then the field where it should go."),
    "help.screen.wrong": say("Not allowed?"),
    "help.screen.wrong.does": say("The piece goes back, and a line says why."),
    "help.screen.keys": say("from field to field; Enter takes a piece and puts it down."),
    "help.screen.letters": say(
        "roll, let the sand run, take back, put back the piece in your hand."
    ),
    "help.screen.more": say("the best move; this help."),
    "settings": say("Settings"),
    "settings.language": say("Language"),
    "settings.theme": say("Appearance"),
    "settings.board": say("Board"),
    "board.sheet": say("printed sheet"),
    "board.plain": say("plain"),
    "board.contrast": say("high contrast"),
    "settings.shapes": say("Shapes on the pieces, for those who see colours differently"),
    "settings.motion": say("Show pieces moving"),
    "settings.confirm": say("Ask before each of my moves"),
    "sure.move": say("Make this move?"),
    "settings.turned": say("Show the table in portrait (for a narrow screen)"),
    "settings.sound": say("Sounds"),
    "settings.voice": say("Read aloud"),
    "settings.notify": say("Notify me when it is my turn"),
    "settings.table": say("At the table"),
    "settings.lamps": say("Lamps"),
    "settings.lamps.100": say("bright"),
    "settings.lamps.20": say("dim, for the night"),
    "settings.volume": say("Volume"),
    "settings.volume.100": say("loud"),
    "settings.volume.25": say("quiet"),
    "settings.volume.0": say("buzzer off"),
    "settings.notify.cannot": say("Notifications need HTTPS, or a page from this computer."),
    "close": say("Close"),
    "table": say("The table"),
    "choice": say("Choose a game"),
    "watching": say("You are watching"),
    "cookie": say(
        "This browser keeps no site data, so the server cannot know it again: here you can only "
        "watch. To play, allow this address to keep its cookie, which says which seats are yours."
    ),
    "touch": say("Play along"),
    "link.live": say("Connected"),
    "link.connecting": say("Connecting …"),
    "link.lost": say("Connection lost – trying again …"),
    "lost": say("The table cannot be reached at the moment."),
    "link.none": say("There is no such game here."),
    "offer.resume": say("Continue this game"),
    "offer.leave": say("Play something else"),
    "offer.new": say("New game …"),
    "new.elsewhere": say("With people far away"),
    "new.link": say("The link of the seat, which the page of that game shows"),
    "new.photograph": say("Photograph its QR code"),
    "new.photograph.none": say("This picture cannot be read; paste the link."),
    "new.sit": say("Play that seat at this table"),
    "new.meet": say("Begin this game, with a link for each of the others"),
    "keys": say("Keys of the table"),
    "key.confirm": say("yes, done"),
    "key.undo": say("take back"),
    "key.hint": say("what can I do?"),
    "key.menu": say("end the game"),
    "key.next": say("the next game"),
    "key.no": say("no"),
    "players": say("Players"),
    "players.turn": say("to move"),
    "players.you": say("you"),
    "turn.yours": say("Your turn"),
    "turn.thinks": say("{name} is thinking …"),
    "turn.other": say("It is {name}'s turn"),
    "unkept": say(
        "Not saved yet: the disk cannot be written to. You can play on, but do not switch the "
        "computer off."
    ),
    "beside": say(
        "Another program has overwritten the file of saved games. Games are saved in {file} from "
        "now on; they can be brought back from there."
    ),
    "players.won": InContext("of a player", "won"),
    "players.number": say("{number} players"),
    "reason.flag": say("flag captured"),
    "reason.buildings": say("three buildings controlled"),
    "reason.stones": say("eleven stones set and the flag laid"),
    "reason.exhausted": say("nobody sets a stone any more"),
    "reason.finished": say("all four hourglasses of a player dead or in the goal"),
    "reason.scored": say("every sector has been scored"),
    "reason.agreed": say("by agreement"),
    "reason.home": say("recruits back in the courtyard"),
    "reason.stalled": say("an hourglass died by waiting"),
    "clock": say("Clock"),
    "clock.of": say("Clock of {name}"),
    "clock.none": say("No clock"),
    "clock.sudden": say("Sudden death"),
    "clock.increment": say("With increment"),
    "clock.delay": say("With delay"),
    "clock.minutes": say("Minutes for each player"),
    "clock.added": say("Seconds for each turn"),
    "clock.sudden.does": say("Whose time has run out has lost."),
    "clock.increment.does": say(
        "After each turn these seconds are added. Whose time has run out has lost."
    ),
    "clock.delay.does": say(
        "In each turn the clock waits for these seconds. Whose time has run out has lost."
    ),
    "spectators": Counted("{number} spectator", "{number} spectators"),
    "phrase": say("Say something"),
    "phrase.said": say("{name} says: {text}"),
    "phrase.hello": say("Hello!"),
    "phrase.luck": say("Good luck, and have fun!"),
    "phrase.well": say("Well played!"),
    "phrase.thanks": say("Thank you!"),
    "phrase.moment": say("One moment, please."),
    "phrase.bye": say("I have to go. Goodbye!"),
    "phrase.thumb": say("thumbs up"),
    "phrase.clap": say("applause"),
    "phrase.laugh": say("laughing"),
    "phrase.wow": say("astonished"),
    "phrase.sad": say("sad"),
    "phrase.heart": say("a heart"),
    "points": Counted("{number} point", "{number} points"),
    "computer": say("computer"),
    "computer.plays": say("Let the computer play for {name}"),
    "moves": say("Moves"),
    "moves.none": say("No move has been made yet."),
    "moves.short": InContext("moves as a record writes them", "Notation"),
    "moves.go": say("After move {number}, {move}"),
    "moved": say("{name} played {move}"),
    "replay": say("Replay"),
    "replay.start": say("Before the first move"),
    "replay.play": say("Play automatically"),
    "replay.slider": say("Move"),
    "replay.expected": say("Winning chances"),
    "replay.analyse": say("Analyse"),
    "replay.analyse.does": say("The computer looks at every move and marks those that cost a lot."),
    "replay.analysing": say("The computer looks at move {number} of {last} …"),
    "replay.analysed": say("Marked moves: {number}. ?! is inaccurate, ? a mistake, ?? a blunder."),
    "replay.analyse.pin": say(
        "Only those who have entered the table’s PIN can let the computer look at a game."
    ),
    "replay.analyse.failed": say("The computer cannot look at this game at the moment."),
    "replay.better": say("{mark} {best} was better than {move}, which cost {loss} of a win."),
    "replay.damaged": say(
        "This link is damaged: part of the game is missing. Ask for it again, or copy all of it."
    ),
    "replay.none": say("There is no such game here."),
    "replay.unreadable": say("This game cannot be read: {why}"),
    "replay.account": say("How the score is made up"),
    "try": say("Try other moves"),
    "try.begin": say("Move any piece: you play both sides from here."),
    "try.impossible": say("That move is not possible here."),
    "try.best": say("Best move: {move}"),
    "try.leave": say("Back to the game"),
    "try.link": say("Link to this position"),
    "try.print": say("Print this position"),
    "try.set": say("Position as text"),
    "try.set.does": say(
        "Change this line, or paste one from elsewhere: any position that the rules allow."
    ),
    "try.set.go": say("Set up this position"),
    "edit": say("Set up a position"),
    "edit.does": say(
        "Drag pieces between the tray and the board, or tap one and then a field. Beside the "
        "board, or with Delete, a piece goes back into the tray."
    ),
    "edit.done": say("Go on from here"),
    "edit.clear": say("Clear the board"),
    "edit.again": say("As it was"),
    "edit.possible": say("This position is possible: {name} is to move."),
    "edit.over": say("In this position the game is over."),
    "edit.impossible": say("This position is not possible: {why}."),
    "try.here": say("Play on from here together"),
    "try.computer": say("Play on from here against the computer"),
    "read": say("Read a score sheet"),
    "read.does": say(
        "Paste what somebody wrote down of a game, or drop a file here: a text, a chat, a table "
        "of a spreadsheet as CSV. Its lines are shown beside the moves, for you to check."
    ),
    "read.sheet": say("The score sheet"),
    "read.file": say("Open a file"),
    "read.photograph": say(
        "This page reads text. The program on a computer reads photographs of sheets that were "
        "printed here: speeltafel scan."
    ),
    "read.lines": say("What was read"),
    "read.whole": Counted("{number} move was read.", "{number} moves were read."),
    "read.wrong": Counted("{number} line cannot be read.", "{number} lines cannot be read."),
    "read.proposed": say("This game is proposed. Are the players, the score and the moves right?"),
    "read.doubted": Counted(
        "{number} line is in doubt. Put it right, or say that it is right.",
        "{number} lines are in doubt. Put them right, or say that they are right.",
    ),
    "read.accept": say("Yes, that is right"),
    "read.go": say("Line {line}: go there"),
    "read.line": say("What line {line} says"),
    "read.right": say("Right"),
    "read.remark": say("A remark"),
    "read.name": say("Name of {player}"),
    "read.keep": say("Keep this game"),
    "end.rematch": say("Rematch"),
    "end.won": say("{name} wins"),
    "end.shared": say("{names} share the win"),
    "end.draw": say("A draw"),
    "share": say("Share"),
    "share.does": say(
        "The link holds the whole game, with the players’ names. Whoever opens it needs "
        "nothing else."
    ),
    "share.copy": say("Copy the link"),
    "share.copied": say("The link has been copied."),
    "share.select": say("Copy this link."),
    "share.link": say("Link to this game"),
    "taken back": say("The last move was taken back"),
    "record": say("Save the game record"),
    "report": say("Report ({kind})"),
    "legal": say("Legal moves"),
    "legal.find": say("Find a move"),
    "legal.more": say("{number} more: type to filter"),
    "history": say("Looking back: after move {number} of {last}"),
    "history.leave": say("Back to the current position"),
    "history.first": say("To the beginning"),
    "history.back": say("One move back"),
    "history.on": say("One move on"),
    "history.last": say("Current position"),
    "empty": say("empty"),
    "piece": say("a piece"),
    "way.away": say("{piece}, not in its place"),
    "way.strange": say("{piece}, not yet understood"),
    "way.dead": say("{piece}, run out"),
    "occupied": say("That field is already taken."),
    "refused.dead": say("The hourglass there has run out: take it off first."),
    "refused.stone": say("No stone can be set there now."),
    "refused.lamps": say("No piece belongs there: the lamps show the senators and the colours."),
    "premove.said": say(
        "This move will be made when it is your turn. Tap the board to take it back."
    ),
    "premove.gone": say("The move that you had chosen in advance is not possible any more."),
    "tray": say("Beside the table"),
    "tray.take": say("Take: {piece}, {left} left"),
    "tray.turning": say("Turn over when planting"),
    "tray.pressing": say("Press fields"),
    "tray.aside": say("Lay it beside the table"),
    "tray.back": say("Put it back"),
    "die.roll": say("Roll the die"),
    "die.rolled": say("{number}: bring a recruit to field {number}"),
    "die.full": say("{number}, but that field is full: roll again"),
    "game.revolution": say("Revolution"),
    "game.hourglass": say("Révolution with hourglasses"),
    "game.forum_romanum": say("Forum Romanum"),
    "game.manoeuvre": say("Das glorreiche Manöver"),
    "about.revolution": say(
        "Two camps fight for Paris with cards and influence. Reiner Knizia, 1992"
    ),
    "about.hourglass": say(
        "Hourglasses that die unless they are turned over in time. Pierre Berloquin, 1980"
    ),
    "about.forum_romanum": say("Senators win over the people, row by row. Wolfgang Kramer, 1994"),
    "about.manoeuvre": say("Recruits climb on each other’s shoulders to get home. Roland Siegers"),
    "seat.light": InContext("short, at the table's edge", "Light"),
    "seat.dark": InContext("short, at the table's edge", "Dark"),
    "seat.white": InContext("short, at the table's edge", "White"),
    "seat.pink": InContext("short, at the table's edge", "Pink"),
    "seat.1": say("Player 1"),
    "seat.2": say("Player 2"),
    "seat.3": say("Player 3"),
    "seat.4": say("Player 4"),
    "seat.5": say("Player 5"),
    "seat.6": say("Player 6"),
    "seat.level": say("{seat}: computer, level {level}"),
    "begins.revolution": say("Dark begins by placing a building; then Light lays the first card."),
    "begins.hourglass": say("White begins."),
    "begins.forum_romanum": say(
        "The youngest begins: enter that name first, the others clockwise."
    ),
    "begins.manoeuvre": say("Whoever is named first begins, the others follow clockwise."),
    "option.revolution.buildings_apart": say("Buildings"),
    "option.revolution.buildings_apart.false": say("may be neighbours"),
    "option.revolution.buildings_apart.true": say("must stand apart"),
    "option.revolution.securing": say("A stone is safe against"),
    "option.revolution.securing.strongest_card": say("the opponent’s strongest remaining card"),
    "option.revolution.securing.strongest_cards": say("the opponent’s strongest remaining cards"),
    "option.revolution.notre_dame": say("Stone on Notre Dame"),
    "option.revolution.notre_dame.closed": say("when all its neighbours are occupied"),
    "option.revolution.notre_dame.early": say("also earlier"),
    "option.hourglass.sand": say("Sand time (seconds)"),
    "option.hourglass.deaths": say("Who decides that an hourglass is empty"),
    "option.hourglass.deaths.clock": say("the table’s clock"),
    "option.hourglass.deaths.declared": say("the players"),
    "option.hourglass.stalling": say("An hourglass that its player lets die"),
    "option.hourglass.stalling.noted": say("is only noted"),
    "option.hourglass.stalling.passes": say("passes the turn"),
    "option.hourglass.stalling.loses": say("loses the game"),
    "option.hourglass.turn": say("Length of a turn (seconds)"),
    "option.hourglass.equal": say("Same number in the goal"),
    "option.hourglass.equal.draw": say("is a draw"),
    "option.hourglass.equal.living": say("the most living hourglasses win"),
    "option.forum_romanum.variant": say("Scoring"),
    "option.forum_romanum.variant.false": say("normal rules"),
    "option.forum_romanum.variant.true": say("the variant"),
    "option.forum_romanum.colours": say("Colours"),
    "option.forum_romanum.layout": say("Plan of the buildings"),
    "option.manoeuvre.colours": say("Colours"),
    "option.hourglass.board": say("Own board"),
    "option.manoeuvre.rewards": say("Reward stones"),
    "option.manoeuvre.bonuses": say("Bonus stones"),
    "meaning.revolution.buildings_apart": say("May two of the three buildings stand side by side?"),
    "meaning.revolution.securing": say(
        "What you must reckon with from the opponent when you set a stone that still has "
        "free neighbouring fields: one card, or one for each free field."
    ),
    "meaning.revolution.notre_dame": say(
        "The player with the least influence on Notre Dame may set a stone there."
    ),
    "meaning.hourglass.sand": say(
        "How long a full hourglass runs: one number for all, or by hole, as in a:118 b:121.5"
    ),
    "meaning.hourglass.deaths": say("Real hourglasses never run for exactly the same time."),
    "meaning.hourglass.stalling": say(
        "What happens when an hourglass dies during its player’s turn although it could "
        "have been moved."
    ),
    "meaning.hourglass.turn": say(
        "After this many seconds it is the other player’s turn; none: there is no limit."
    ),
    "meaning.hourglass.equal": say(
        "What decides when the game ends and both players have the same number of "
        "hourglasses in the goal."
    ),
    "meaning.forum_romanum.variant": say(
        "In the variant, whoever has the most Romans moves 4 steps forward; whoever has the"
        " fewest moves back one step for each field of the sector."
    ),
    "meaning.forum_romanum.colours": say(
        "The colours of the players in order of play, letters of y b r g k w (k: black), "
        "two per player when two play. Empty: yellow, blue, red, green …"
    ),
    "meaning.forum_romanum.layout": say(
        "Seven rows of seven digits, the top row first: which building each field belongs to."
    ),
    "meaning.manoeuvre.colours": say(
        "The colours of the players in order of play, letters of r y b g. Empty: red, "
        "yellow, blue, green."
    ),
    "meaning.hourglass.board": say("A file that describes the holes and lines of your own board."),
    "meaning.manoeuvre.rewards": say(
        "Field and points, as in 21:1 42:2 63:3; empty: drawn by lot."
    ),
    "meaning.manoeuvre.bonuses": say(
        "Six white, four black, as in 10w 17w 24b …; empty: drawn by lot."
    ),
    "pin.ask": say("The PIN that the table shows"),
    "pin.send": say("Play along"),
    "pin.wrong": say("That is not the PIN."),
    "pin.wait": say("Too many attempts: please wait a moment."),
    "pin.lost": say("The table cannot be reached at the moment."),
    "blank": say("Blank score sheets to print, by number of players"),
    "blank.print": say("Print a score sheet of {game} for {number} players"),
    "theme.auto": say("same as the device"),
    "theme.light": say("light"),
    "theme.dark": say("dark"),
    "rules": say("Rules"),
    "rules.table": say("How to play at the table"),
    "rules.learn": say("Learn a game"),
    "learn": say("First game"),
    "lesson.of": say("{game}: your first game"),
    "lesson.step": say("Step {number} of {last}"),
    "lesson.progress": say("Your progress"),
    "lesson.next": say("Continue"),
    "lesson.back": say("Back"),
    "lesson.again": say("From the start"),
    "lesson.play": say("Play it now"),
    "lesson.take": say("Not that one: take what lights up."),
    "lesson.put": say("Not there: put it where it lights up."),
    "lesson.touch": say("Not there: tap the field that lights up."),
    "lesson.how": say(
        "Drag a piece, or tap it and then its new field. With a keyboard: Tab to the board,"
        " arrow keys, Enter."
    ),
    "home": say("What would you like to play?"),
    "home.on": InContext("a game", "Continue"),
    "home.moves": Counted("{number} move so far", "{number} moves so far"),
    "home.number": say("{least} players"),
    "home.numbers": say("{least} to {most} players"),
    "home.against": say("How?"),
    "home.level": say("How strong?"),
    "home.you": say("you"),
    "home.computer": say("Computer"),
    "home.first": say("Who begins?"),
    "home.first.you": say("I begin"),
    "home.first.computer": say("the computer"),
    "home.first.other": say("somebody else"),
    "home.side": say("Which side do you play?"),
    "against.computer": say("against the computer"),
    "against.here": say("together here"),
    "against.phones": say("each on their own device"),
    "level.1": say("1, a child"),
    "level.2": say("2, easy"),
    "level.3": say("3, medium"),
    "level.4": say("4, strong"),
    "level.5": say("5, the best"),
    "actions": say("What you can do"),
    "question": say("A question for you"),
    "do.start": say("Turn the hourglasses over"),
    "do.end": say("End my turn"),
    "do.go on": say("Let time run"),
    "do.back": say("Take back"),
    "do.agree": say("Propose to stop here"),
    "do.abandon": say("Stop without a winner"),
    "do.abort": say("Call the game off"),
    "do.resign": say("Resign"),
    "sure.resign": say("Do you want to resign? The other side wins."),
    "sure.leave": say("Do you want to stop this game? Nobody wins."),
    "do.people": say("Players and links"),
    "do.follow": say("To the new game"),
    "do.hint": say("Hint"),
    "answer.yes": say("Yes"),
    "answer.no": say("No"),
    "answer.waits": say("Waiting for {names}"),
    "answer.withdraw": say("Never mind"),
    "sit": say("You are invited"),
    "sit.name": say("What are you called?"),
    "sit.down": say("Sit down"),
    "people.level": say("computer, level {level}"),
    "people.you": say("you"),
    "people.free": say("nobody sits here yet"),
    "people.away": say("away at the moment"),
    "people.since": say("away since {time}"),
    "people.there": say("is here"),
    "people.lost": say("has lost the line: {seconds} s"),
    "people.name": say("The right name of {name}"),
    "people.correct": say("Correct the name"),
    "people.send": say("Send this link to {name}: whoever opens it takes this seat."),
    "people.code": say("QR code for {name}"),
    "people.take": say("I will play here"),
    "people.link": say("A new link"),
    "people.computer": say("Let the computer play for {name}"),
    "people.near": say(
        "Other devices cannot reach this computer yet: start with speeltafel serve --lan."
    ),
    "again": say("Another game has begun with the same people: follow it with one click."),
    "hint.thinks": say("The computer is looking for the best move."),
    "zoom.reset": say("Whole board"),
    "site.loading": say("The games are being fetched: {done} of {all} MB"),
    "site.elsewhere": say("The games are open in another tab: close it, and they go on here."),
    "site.failed": say("The games cannot begin in this browser: {why}"),
    "site.newer": say(
        "The games in this browser were kept by a newer version. They stay as they are: "
        "load this page again to get that version, or save them as a file."
    ),
    "site.full": say(
        "The last moves are not kept in this browser: {why}. Make room on this device, or save the "
        "games as a file; the next move is kept with them once there is room."
    ),
    "site.stuck": say(
        "No computer can think in this browser: {why}. Close other tabs, or load this page again; "
        "people can still play each other."
    ),
    "site.unkept": say("This browser keeps no games: they last as long as this page."),
    "site.insecure": say(
        "Games are kept only where the address begins with https: here they last as long as this "
        "page."
    ),
    "site.private": say("This is a private window: games are kept until it is closed."),
    "site.alone": say(
        "Games stay in this browser; in a private window, until it is closed. "
        "Phones of others, and a real table, need the program on your computer: speeltafel serve."
    ),
}
