// Where everything begins.
import { mount } from 'svelte';

import App from './App.svelte';
import { need, speak } from './messages/index.svelte';
import { listen } from './router.svelte';
import { applySettings, LANGUAGES, settings } from './settings.svelte';
import './style.css';

applySettings();
listen();
// Any language is better than none.
await speak(settings.language).catch(() => Promise.any(LANGUAGES.map(speak)));
mount(App, { target: document.body });
// Nothing has gone wrong yet.
void need('errors').catch(() => {});
