import { expect, test } from 'vitest';

import { device } from './device';

test('browsers are known by what they call themselves', () => {
  const check = (text: string, expected: string | null) => {
    const found = device(text);
    expect(found && `${found.browser}, ${found.system}`).toBe(expected);
  };
  const [linux, windows] = ['Mozilla/5.0 (X11; Linux x86_64', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'];
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  check(`${linux}; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Linux');
  check(`${linux}) ${chrome}`, 'Chrome, Linux');
  check(`${windows}) ${chrome}`, 'Chrome, Windows');
  check(`${windows}) ${chrome} Edg/150.0.0.0`, 'Edge, Windows');
  check(`${windows}) ${chrome} OPR/120.0.0.0`, 'Opera, Windows');
  check(`Mozilla/5.0 (Linux; Android 16; K) ${chrome}`, 'Chrome, Android');
  check(`${phone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari, iPhone');
  check(`${phone} CriOS/150.0 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone');
  const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
  check(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`, 'Safari, macOS');
  check('curl/8.14.1', null);
  check('', null);
});
