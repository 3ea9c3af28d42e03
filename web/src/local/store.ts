// The browser's own database: tables that are kept here, as their events.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

import type { Summary, TableEvent } from '../api/client';

/** A table that is kept here. */
export interface Kept {
  /** Its name in addresses. */
  table: string;
  /** All that has happened, as it is kept: secrets and all. */
  events: readonly TableEvent[];
  /** What lists show of it. */
  summary: Summary;
  /** By how many milliseconds its time is behind: an engine's clock stands still while nobody is there. */
  behind?: number;
}

interface Tables extends DBSchema {
  tables: { key: string; value: Kept; indexes: { changed: number } };
}

let opened: Promise<IDBPDatabase<Tables>> | null = null;

function database(): Promise<IDBPDatabase<Tables>> {
  opened ??= openDB<Tables>('halte', 1, {
    upgrade(database) {
      database.createObjectStore('tables', { keyPath: 'table' }).createIndex('changed', 'summary.changed_at');
    },
    // Another tab has a newer page: this one asks again when it needs something.
    blocking: (_, __, event) => {
      opened = null;
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: () => (opened = null),
  });
  opened.catch(() => (opened = null));
  return opened;
}

export async function read(table: string): Promise<Kept | undefined> {
  return (await database()).get('tables', table);
}

/** All tables, the one that changed last first. */
export async function readAll(): Promise<readonly Kept[]> {
  return (await (await database()).getAllFromIndex('tables', 'changed')).reverse();
}

/**
 * Keeps a table, unless more or less has happened to it meanwhile than these many events: then tells so. The table of a
 * rematch is kept with it, or not at all.
 */
export async function write(kept: Kept, known: number, rematch: Kept | null = null): Promise<boolean> {
  const writing = (await database()).transaction('tables', 'readwrite', { durability: 'strict' });
  const before = await writing.store.get(kept.table);
  const isNext = (before?.events.length ?? 0) === known;
  if (isNext) await Promise.all([kept, ...(rematch ? [rematch] : [])].map((table) => writing.store.put(table)));
  await writing.done;
  return isNext;
}

export async function forget(table: string): Promise<void> {
  await (await database()).delete('tables', table);
}
