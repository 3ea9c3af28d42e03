-- Who opened a table: they are counted by it, also where they do not sit. Tables of an older program have it from their
-- first event.
ALTER TABLE tables ADD COLUMN opener TEXT;
UPDATE tables SET opener = (
    SELECT json_extract(body, '$.by.id') FROM events WHERE table_id = tables.id AND version = 0 AND json_valid(body)
);
CREATE INDEX tables_under_way_opener ON tables (opener) WHERE over_at IS NULL;
