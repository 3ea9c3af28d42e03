-- Everything that the server keeps. Times are milliseconds since 1970. Texts are ordered by their bytes, as in SQLite.

-- What lists need of a table. next_version is the number of its events; over_at is changed_at once the game is over, so
-- that a move changes hardly any column that has an index.
CREATE TABLE tables (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    variant TEXT COLLATE "C",
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'playing', 'over')),
    listed BOOLEAN NOT NULL,
    rated BOOLEAN NOT NULL,
    first_id TEXT COLLATE "C",
    first_name TEXT COLLATE "C",
    second_id TEXT COLLATE "C",
    second_name TEXT COLLATE "C",
    opened_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    moves BIGINT NOT NULL,
    to_move TEXT COLLATE "C" CHECK (to_move IN ('first', 'second')),
    outcome TEXT COLLATE "C" CHECK (outcome IN ('first', 'second', 'draw')),
    ending TEXT COLLATE "C",
    awake BOOLEAN NOT NULL,
    next_version BIGINT NOT NULL,
    over_at BIGINT
);

CREATE INDEX tables_awake ON tables (id) WHERE awake;
CREATE INDEX tables_under_way_first ON tables (first_id) WHERE over_at IS NULL;
CREATE INDEX tables_under_way_second ON tables (second_id) WHERE over_at IS NULL;
CREATE INDEX tables_over ON tables (over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX tables_over_game ON tables (game, over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX tables_over_first ON tables (first_id, over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX tables_over_second ON tables (second_id, over_at, id) WHERE over_at IS NOT NULL;

-- The truth about each table.
CREATE TABLE events (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (table_id, version)
);

-- folded_name is the name in small letters, by which it is found.
CREATE TABLE accounts (
    folded_name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    password_hash TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    is_administrator BOOLEAN NOT NULL,
    settings TEXT COLLATE "C" NOT NULL
);

CREATE TABLE credentials (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('session', 'token')),
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    label TEXT COLLATE "C" NOT NULL,
    scope TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    expires_at BIGINT
);

CREATE INDEX credentials_account ON credentials (account);
CREATE INDEX credentials_expiry ON credentials (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE ratings (
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    ladder TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, ladder)
);

CREATE INDEX ratings_ladder ON ratings (ladder, rating);

-- Every rating that there ever was, and the table that brought it about.
CREATE TABLE rating_changes (
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    ladder TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, ladder, revision)
);

CREATE TABLE notes (
    person TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    body TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, table_id)
);

CREATE TABLE progress (
    person TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body TEXT COLLATE "C" NOT NULL
);

CREATE TABLE secrets (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);

-- One row: the mark of the last commit. After a commit whose answer was lost it tells whether it came about.
CREATE TABLE commits (
    mark BIGINT NOT NULL
);

INSERT INTO commits VALUES (0);
