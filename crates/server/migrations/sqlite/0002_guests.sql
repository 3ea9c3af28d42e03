-- The guest that an account's owner was when they made it: the account has the guest's seats too.
ALTER TABLE accounts ADD COLUMN guest TEXT;
