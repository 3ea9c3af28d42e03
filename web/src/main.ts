// Where everything begins.
import { mount } from 'svelte';

import App from './App.svelte';
import { need, speak } from './messages/index.svelte';
import { listen } from './router.svelte';
import { applySettings, LANGUAGES, settings } from './settings.svelte';
import './style.css';

applySettings();
listen();
try {
  // Any language is better than none.
  await speak(settings.language).catch(() => Promise.any(LANGUAGES.map(speak)));
  mount(App, { target: document.body });
  // Nothing has gone wrong yet.
  void need('errors').catch(() => {});
} catch {
  // Without words there is still a way to try again.
  const again = Object.assign(document.createElement('button'), { textContent: '↻ Halte' });
  again.onclick = () => location.reload();
  document.body.append(again);
}
