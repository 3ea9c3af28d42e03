-- What a public site needs of people: guests who have become accounts, measures against those who do harm, reports,
-- addresses for mail, one-time links and the letters that bring them.

-- A guest becomes one account: where a copied cookie made two, the first one has the guest.
UPDATE accounts SET guest = NULL WHERE guest IS NOT NULL AND EXISTS (
    SELECT 1 FROM accounts AS earlier WHERE earlier.guest = accounts.guest
    AND (earlier.created_at, earlier.folded_name) < (accounts.created_at, accounts.folded_name)
);
CREATE UNIQUE INDEX accounts_guest ON accounts (guest) WHERE guest IS NOT NULL;

-- mail is an address that its owner has confirmed. From gone_at on the account is a name that stays taken.
ALTER TABLE accounts ADD COLUMN mail TEXT COLLATE "C";
ALTER TABLE accounts ADD COLUMN gone_at BIGINT;

-- The subject is a person's id or an address; until is null for good. Wherever a banned person is seen next, that
-- address is banned for address_time.
CREATE TABLE measures (
    subject TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('silence', 'ban')),
    reason TEXT COLLATE "C" NOT NULL,
    imposed_by TEXT COLLATE "C" NOT NULL,
    imposed_at BIGINT NOT NULL,
    until BIGINT,
    address_time BIGINT NOT NULL,
    PRIMARY KEY (subject, kind)
);

CREATE TABLE reports (
    person TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES tables (id),
    reason TEXT COLLATE "C" NOT NULL,
    reported_at BIGINT NOT NULL,
    settled_at BIGINT,
    settled_by TEXT COLLATE "C",
    PRIMARY KEY (person, table_id)
);

CREATE INDEX reports_open ON reports (reported_at) WHERE settled_at IS NULL;
CREATE INDEX reports_table ON reports (table_id);

-- One-time links, by the hash of their secret.
CREATE TABLE tickets (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    purpose TEXT COLLATE "C" NOT NULL CHECK (purpose IN ('password', 'mail')),
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    mail TEXT COLLATE "C",
    expires_at BIGINT NOT NULL
);

CREATE INDEX tickets_account ON tickets (account);

-- Letters to be sent. Whoever sends one makes its link, so that no secret waits here.
CREATE TABLE letters (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    purpose TEXT COLLATE "C" NOT NULL CHECK (purpose IN ('password', 'mail')),
    account TEXT COLLATE "C" NOT NULL REFERENCES accounts (folded_name) ON DELETE CASCADE,
    recipient TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL
);

CREATE INDEX letters_due ON letters (due_at);
CREATE INDEX letters_account ON letters (account);
