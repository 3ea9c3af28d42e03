-- What a public site needs of people: guests who have become accounts, measures against those who do harm, reports,
-- addresses for mail, one-time links and the letters that bring them.

-- A guest becomes one account: where a copied cookie made two, the first one has the guest.
UPDATE accounts SET guest = NULL WHERE guest IS NOT NULL AND EXISTS (
    SELECT 1 FROM accounts AS earlier WHERE earlier.guest = accounts.guest
    AND (earlier.created_at, earlier.folded_name) < (accounts.created_at, accounts.folded_name)
);
CREATE UNIQUE INDEX accounts_guest ON accounts (guest) WHERE guest IS NOT NULL;

-- mail is an address that its owner has confirmed. From gone_at on the account is a name that stays taken.
ALTER TABLE accounts ADD COLUMN mail TEXT;
ALTER TABLE accounts ADD COLUMN gone_at INTEGER;

-- The subject is a person's id or an address; until is null for good. Wherever a banned person is seen next, that
-- address is banned for address_time.
CREATE TABLE measures (
    subject TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('silence', 'ban')),
    reason TEXT NOT NULL,
    imposed_by TEXT NOT NULL,
    imposed_at INTEGER NOT NULL,
    until INTEGER,
    address_time INTEGER NOT NULL,
    PRIMARY KEY (subject, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE reports (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    reason TEXT NOT NULL,
    reported_at INTEGER NOT NULL,
    settled_at INTEGER,
    settled_by TEXT,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reports_open ON reports (reported_at) WHERE settled_at IS NULL;
CREATE INDEX reports_table ON reports (table_id);

-- One-time links, by the hash of their secret.
CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('password', 'mail')),
    account TEXT NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    mail TEXT,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tickets_account ON tickets (account);

-- Letters to be sent. Whoever sends one makes its link, so that no secret waits here.
CREATE TABLE letters (
    id TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('password', 'mail')),
    account TEXT NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    recipient TEXT NOT NULL,
    language TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX letters_due ON letters (due_at);
CREATE INDEX letters_account ON letters (account);
