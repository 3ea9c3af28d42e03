-- Everything that the server keeps. Times are milliseconds since 1970.

-- What lists need of a table. next_version is the number of its events; over_at is changed_at once the game is over, so
-- that a move changes hardly any column that has an index.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'playing', 'over')),
    listed INTEGER NOT NULL,
    rated INTEGER NOT NULL,
    first_id TEXT,
    first_name TEXT,
    second_id TEXT,
    second_name TEXT,
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    to_move TEXT CHECK (to_move IN ('first', 'second')),
    outcome TEXT CHECK (outcome IN ('first', 'second', 'draw')),
    ending TEXT,
    awake INTEGER NOT NULL,
    next_version INTEGER NOT NULL,
    over_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_awake ON tables (id) WHERE awake;
CREATE INDEX tables_under_way_first ON tables (first_id) WHERE over_at IS NULL;
CREATE INDEX tables_under_way_second ON tables (second_id) WHERE over_at IS NULL;
CREATE INDEX tables_over ON tables (over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX tables_over_game ON tables (game, over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX tables_over_first ON tables (first_id, over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX tables_over_second ON tables (second_id, over_at, id) WHERE over_at IS NOT NULL;

-- The truth about each table.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

-- folded_name is the name in small letters, by which it is found.
CREATE TABLE accounts (
    folded_name TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_administrator INTEGER NOT NULL,
    settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE credentials (
    hash TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('session', 'token')),
    account TEXT NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    label TEXT NOT NULL,
    scope TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX credentials_account ON credentials (account);
CREATE INDEX credentials_expiry ON credentials (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE ratings (
    account TEXT NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    ladder TEXT NOT NULL,
    revision INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account, ladder)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_ladder ON ratings (ladder, rating);

-- Every rating that there ever was, and the table that brought it about.
CREATE TABLE rating_changes (
    account TEXT NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    ladder TEXT NOT NULL,
    revision INTEGER NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account, ladder, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE progress (
    person TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- One row: the mark of the last commit. After a commit whose answer was lost it tells whether it came about.
CREATE TABLE commits (
    mark INTEGER NOT NULL
) STRICT;

INSERT INTO commits VALUES (0);
