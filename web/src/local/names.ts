// Which tables are kept in this browser: their names tell.

/** Whether a table is kept in this browser. */
export function isKept(table: string): boolean {
  return table.startsWith('local-');
}
