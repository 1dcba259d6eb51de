-- A store of version 7, as its program wrote it: one game that is over, one that goes on.
PRAGMA application_id=1397771348;
PRAGMA user_version=7;
BEGIN TRANSACTION;
CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is ever used again
        game TEXT NOT NULL,
        header TEXT NOT NULL, -- a canonical record without moves
        files TEXT NOT NULL, -- what the options name, as a JSON object of texts
        notes TEXT NOT NULL, -- a JSON object of texts
        began TEXT, -- in UTC, as all times
        ended TEXT,
        how TEXT CHECK (how IN ('over', 'abandoned')), -- NULL while it goes on
        reason TEXT,
        clock INTEGER NOT NULL DEFAULT 0 -- milliseconds
    ) STRICT
    ;
INSERT INTO "games" VALUES(1,'hourglass','[game "hourglass"]
[players "Anna" "Bram"]

','{}','{"table": "kitchen"}','2026-11-14T19:30:00.000000+00:00','2026-11-14T19:33:00.000000+00:00','over','finished',12400);
INSERT INTO "games" VALUES(2,'forum_romanum','[game "forum_romanum"]
[players "Anna" "Bram" "Carla"]

','{}','{}','2026-11-21T19:30:00.000000+00:00',NULL,NULL,NULL,0);
CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        ply INTEGER NOT NULL CHECK (ply >= 1),
        dropped INTEGER NOT NULL DEFAULT 0, -- 0: in the game; n: the n-th taken back of this ply
        seat TEXT NOT NULL,
        line TEXT NOT NULL,
        at INTEGER, clock INTEGER, level INTEGER, -- microseconds of the program's clock; NULL when brought in
        PRIMARY KEY (game, ply, dropped) -- so no ply is there twice; one tree, so few pages a move
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "moves" VALUES(1,1,0,'white','start',1000000,NULL,NULL);
INSERT INTO "moves" VALUES(1,2,0,'white','12.4 d-e',2000000,NULL,NULL);
INSERT INTO "moves" VALUES(1,3,0,'','132.4',NULL,NULL,NULL);
INSERT INTO "moves" VALUES(2,1,0,'1','y@d4',5000000,NULL,NULL);
INSERT INTO "moves" VALUES(2,2,0,'2','b@c3',12000000,NULL,NULL);
INSERT INTO "moves" VALUES(2,2,1,'2','b@a1',9000000,NULL,NULL);
CREATE TABLE players (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL, -- in seat order, from 1
        seat TEXT NOT NULL,
        name TEXT NOT NULL,
        score INTEGER, -- NULL while the game goes on
        won INTEGER NOT NULL DEFAULT 0 CHECK (won IN (0, 1)), who TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (game, place)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "players" VALUES(1,1,'white','Anna',1,1,'anna');
INSERT INTO "players" VALUES(1,2,'pink','Bram',0,0,'bram');
INSERT INTO "players" VALUES(2,1,'1','Anna',NULL,0,'anna');
INSERT INTO "players" VALUES(2,2,'2','Bram',NULL,0,'bram');
INSERT INTO "players" VALUES(2,3,'3','Carla',NULL,0,'carla');
CREATE TABLE ratings ( -- where each player came in at each game, and is rated since
        kind TEXT NOT NULL,
        level INTEGER NOT NULL, -- with who, as in results
        who TEXT NOT NULL,
        turn INTEGER NOT NULL, -- the number of the game in the order in which those of a kind ended
        seat INTEGER NOT NULL, -- among those whose player is known, from 0
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL, -- from 1, the same for equals
        rating REAL NOT NULL,
        deviation REAL NOT NULL,
        PRIMARY KEY (kind, level, who, turn, seat)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "ratings" VALUES('hourglass',0,'anna',1,0,1,1,1.56025741091821282683e+03,1.94463851574972636628e+02);
INSERT INTO "ratings" VALUES('hourglass',0,'bram',1,1,1,2,1.43974258908178717316e+03,1.94463851574972636628e+02);
CREATE TABLE results ( -- what each player made of each game that has ended
        kind TEXT NOT NULL, -- the name of the game
        level INTEGER NOT NULL, -- of the computer, 0 for a person
        who TEXT NOT NULL, -- the name without case and spaces, '' for a computer
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        name TEXT NOT NULL,
        score INTEGER NOT NULL,
        won INTEGER NOT NULL CHECK (won IN (0, 1)),
        drawn INTEGER NOT NULL CHECK (drawn IN (0, 1)),
        PRIMARY KEY (kind, level, who, game) -- in the order in which standings add them up
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "results" VALUES('hourglass',0,'anna',1,'Anna',1,1,0);
INSERT INTO "results" VALUES('hourglass',0,'bram',1,'Bram',0,0,0);
CREATE TABLE settings ( -- what is known about the table: measured sand, broken contacts
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    ;
CREATE TABLE standings ( -- the sums of results, which triggers keep up to date
        kind TEXT NOT NULL,
        level INTEGER NOT NULL,
        who TEXT NOT NULL,
        played INTEGER NOT NULL,
        won INTEGER NOT NULL,
        drawn INTEGER NOT NULL,
        points INTEGER NOT NULL,
        best INTEGER NOT NULL,
        last INTEGER NOT NULL, -- the game in which the name was typed last
        PRIMARY KEY (kind, level, who)
    ) STRICT, WITHOUT ROWID
    ;
INSERT INTO "standings" VALUES('hourglass',0,'anna',1,1,0,1,1,1);
INSERT INTO "standings" VALUES('hourglass',0,'bram',1,0,0,0,0,1);
CREATE INDEX results_of_a_game ON results (game);
CREATE INDEX games_by_day ON games (coalesce(began, ''), id);
CREATE INDEX games_of_a_player ON players (who, game);
CREATE TRIGGER result_added AFTER INSERT ON results BEGIN
        INSERT INTO standings VALUES (new.kind, new.level, new.who, 1, new.won, new.drawn,
            new.score, new.score, new.game)
        ON CONFLICT DO UPDATE SET played = played + 1, won = won + excluded.won,
            drawn = drawn + excluded.drawn,
            points = CAST(points + excluded.points AS INTEGER),
            best = max(best, excluded.best), last = max(last, excluded.last);
    END;
CREATE TRIGGER result_removed AFTER DELETE ON results BEGIN
        DELETE FROM standings
        WHERE kind = old.kind AND level = old.level AND who = old.who;
        
    INSERT INTO standings
    SELECT kind, level, who, count(*), sum(won), sum(drawn), CAST(total(score) AS INTEGER),
        max(score), max(game)
    FROM results
    
        WHERE kind = old.kind AND level = old.level AND who = old.who GROUP BY kind, level, who;
    END;
CREATE INDEX ratings_by_turn ON ratings (kind, turn);
CREATE INDEX ratings_of_a_game ON ratings (game);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',2);
COMMIT;
