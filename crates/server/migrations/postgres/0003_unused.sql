-- What no program ever read: settings are kept in the browser, and every token may do the same.
ALTER TABLE accounts DROP COLUMN settings;
ALTER TABLE credentials DROP COLUMN scope;
