// The tests in a real browser: Debian's Chromium, with the server that `HALTE_PROGRAM` names.
import { defineConfig } from '@playwright/test';

const pictures = process.env.HALTE_PICTURES ?? 'dist/pictures';

export default defineConfig({
  testDir: 'tests',
  snapshotPathTemplate: 'tests/boards/{arg}{ext}',
  outputDir: `${pictures}/failures`,
  // The machine has few cores, and engines need one.
  workers: 2,
  fullyParallel: true,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 860 },
    locale: 'en',
    trace: 'off',
    // What is about the page as an app allows it: elsewhere every request is seen.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
