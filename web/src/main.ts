// Where everything begins.
import { mount } from 'svelte';
import { load } from 'virtual:words';

import App from './App.svelte';
import { GAMES } from './games';
import { install } from './local/install.svelte';
import { need, speak } from './messages/index.svelte';
import { framed, shown } from './pages';
import { isLater, LATER } from './pages/later';
import { listen, parts } from './router.svelte';
import { applySettings, LANGUAGES, settings } from './settings.svelte';
import './style.css';

applySettings();
listen();
const frame = framed(parts(), GAMES);
const { page } = shown(parts(), GAMES);
// What the page is made of comes while its first words come; whoever shows it asks for it again.
if (isLater(page)) void Promise.allSettled([LATER[page](), load(settings.language, 'later')]);

/** Not at the top of the module: what it loads is partly made of what is in its own file, and would wait for it for ever. */
async function start(): Promise<void> {
  // Any language is better than none.
  await speak(settings.language).catch(() => Promise.any(LANGUAGES.map(speak)));
  if (frame) {
    const [{ default: Embed }] = await Promise.all([import('./embed/Embed.svelte'), need('later')]);
    mount(Embed, { target: document.body, props: frame });
  } else mount(App, { target: document.body });
  // Nothing has gone wrong yet.
  void need('errors').catch(() => {});
  if (import.meta.env.PROD && !frame && 'serviceWorker' in navigator) void install().catch(() => {});
}

start().catch(() => {
  // Without words there is still a way to try again.
  const again = Object.assign(document.createElement('button'), { textContent: '↻ Halte' });
  again.onclick = () => location.reload();
  document.body.append(again);
});
