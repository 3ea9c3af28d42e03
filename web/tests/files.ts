// A host that has files and nothing else, for one folder under one address.
import { createServer, type Server } from 'node:http';
import { readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const KINDS: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export class Files {
  readonly #server: Server;
  /** What was asked for and is not there. */
  readonly missing: string[] = [];

  /** Serves a folder at a path that begins and ends with a slash. */
  constructor(
    readonly folder: string,
    readonly path: string,
  ) {
    this.#server = createServer(({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://host');
      const name = pathname.startsWith(path) ? normalize(decodeURIComponent(pathname.slice(path.length))) : '..';
      const file = join(folder, name === '.' || name.endsWith('/') ? join(name, 'index.html') : name);
      if (name.startsWith('..') || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
        this.missing.push(pathname);
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${this.path}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
