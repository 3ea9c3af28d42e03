// What the page is about, where its address does not say so: a table knows its game only when it has come.

export const current = $state({ game: '' });
