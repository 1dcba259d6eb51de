CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is ever used again
    game TEXT NOT NULL,
    header TEXT NOT NULL, -- a canonical record without moves
    files TEXT NOT NULL, -- what the options name, as a JSON object of texts
    notes TEXT NOT NULL, -- a JSON object of texts
    began TEXT, -- in UTC, as all times
    moves INTEGER NOT NULL DEFAULT 0, -- from here on what its events come to
    closed INTEGER NOT NULL DEFAULT 0, -- whether time alone ended it, which is a line more
    ended TEXT,
    how TEXT CHECK (how IN ('over', 'abandoned')), -- NULL while it goes on
    reason TEXT,
    clock INTEGER NOT NULL DEFAULT 0, -- milliseconds
    counted INTEGER -- when it came to count, by 'counted' in settings; NULL where it does not
) STRICT;

CREATE TABLE players (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    place INTEGER NOT NULL, -- in seat order, from 1
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    who TEXT NOT NULL, -- the name without case and spaces
    level INTEGER NOT NULL DEFAULT 0, -- of the computer that sits there, 0 for a person
    holder TEXT NOT NULL DEFAULT '', -- the fingerprint of who sits there, '' for nobody
    played INTEGER NOT NULL DEFAULT 0, -- the level that has made its moves, once it has ended
    score INTEGER, -- NULL while the game goes on
    won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)),
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE events ( -- a row a batch, see firmware.storage.log
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seq INTEGER NOT NULL CHECK (seq >= 1), -- without holes
    events TEXT NOT NULL, -- a JSON array a line
    day TEXT, -- the time of an end or a correction, else NULL
    PRIMARY KEY (game, seq) -- one tree, so few pages a move
) STRICT, WITHOUT ROWID;

CREATE TABLE settings ( -- what is known about the table: measured sand, broken contacts
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO settings VALUES ('counted', 1000000000000 + abs(random() % 1000000000000));

CREATE INDEX games_of_a_player ON players (who, game);

CREATE INDEX games_of_a_holder ON players (holder) WHERE holder <> '';

CREATE INDEX games_that_count ON games (counted) WHERE counted NOT NULL;

CREATE VIEW results AS -- what each known player made at each seat of each game that counts
    SELECT g.game AS kind, g.id AS game, coalesce(g.ended, g.began, '') AS day, p.place,
        p.played AS level, iif(p.played, '', p.who) AS who, iif(p.played, '', p.name) AS name,
        iif(g.reason IN ('resigned', 'timed-out'), 0, p.score) AS score, p.won,
        NOT EXISTS (SELECT 1 FROM players WHERE game = g.id AND won) AS drawn, g.counted
    FROM games AS g JOIN players AS p ON p.game = g.id
    WHERE g.counted NOT NULL AND p.score NOT NULL AND (p.played OR p.name <> p.seat);
