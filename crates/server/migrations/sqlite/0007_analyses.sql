-- Analyses, so that any server can be asked about any of them. The one that has taken one on sets `due_at` later again and
-- again; when that has passed, another one takes it on. What is asked for most comes first: the last two may be long.
CREATE TABLE analyses (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    is_finished INTEGER NOT NULL,
    asked_at INTEGER NOT NULL,
    watched_until INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    body TEXT NOT NULL,
    view TEXT NOT NULL
) STRICT;
