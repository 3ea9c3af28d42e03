// Where everything begins.
import { mount } from 'svelte';

import App from './App.svelte';
import { listen } from './router.svelte';
import { applySettings } from './settings.svelte';
import './style.css';

applySettings();
listen();
mount(App, { target: document.body });
