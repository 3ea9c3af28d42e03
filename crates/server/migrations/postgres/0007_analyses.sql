-- Analyses, so that any server can be asked about any of them. The one that has taken one on sets `due_at` later again and
-- again; when that has passed, another one takes it on. What is asked for most comes first: the last two may be long.
CREATE TABLE analyses (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL,
    is_finished BOOLEAN NOT NULL,
    asked_at BIGINT NOT NULL,
    watched_until BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    view TEXT COLLATE "C" NOT NULL
);
