-- Many servers: each has a row with the mark and the time of its last commit; that of a server alone is 0. A program of an
-- older schema, which is always alone, writes and reads any of them.
ALTER TABLE commits ADD COLUMN server INTEGER NOT NULL DEFAULT 0;
ALTER TABLE commits ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX commits_server ON commits (server);

-- The oldest schema whose programs may use this database: a newer one may be made while they run.
CREATE TABLE compatibility (
    oldest INTEGER NOT NULL
) STRICT;

INSERT INTO compatibility VALUES (4);

-- When something is to be done at a table that nobody has in memory: its clock has run out, or the server that was to ask
-- its engine is gone. Whoever takes it on sets it later, and so keeps others away for a while.
ALTER TABLE tables ADD COLUMN due_at INTEGER;
UPDATE tables SET due_at = 0 WHERE awake;
