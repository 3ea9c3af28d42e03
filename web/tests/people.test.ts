// What people do with what is kept of them, and what administrators see.
import { act, expect, openTable, post, test, watch } from './house';
import { come, inspect, LOOKS } from './look';

const PASSWORD = 'a long password';

for (const look of LOOKS.filter(({ width }) => width !== 768)) {
  test(`reports, data and links at ${look.width} in ${look.language}, ${look.theme}`, async ({ browser, house }) => {
    const [page, other] = [await come(browser, house, look), await come(browser, house, look)];
    const errors = watch(page);
    const is = (english: string, french: string) => (look.language === 'fr' ? french : english);
    const unique = `${look.width}${look.language}${look.theme}`;
    const [name, administrator] = [`Rude${unique}`, `Ada${unique}`];

    // Somebody is rude, and is reported.
    await other.goto('/');
    await post(other, '/api/accounts', { name, password: PASSWORD });
    const seats = [{ kind: 'opener' }, { kind: 'anyone' }] as const;
    const table = await openTable(other, { game: 'move', seats: [...seats] });
    await page.goto(`/table/${table}`);
    await post(page, '/api/accounts', { name: administrator, password: PASSWORD });
    await house.administer('appoint', administrator);
    await page.reload();
    await act(page, { type: 'sit', seat: 'second' }, 'sit');
    await act(other, { type: 'say', text: 'you play like a fish out of water' }, 'say');
    await page.getByText(is('Report the chat', 'Signaler la discussion')).click();
    await inspect(page, 'report', look);
    await page.getByLabel(is('What is wrong?', 'Qu’est-ce qui ne va pas')).fill('he is rude');
    await page.locator('details form').getByRole('button').click();
    await expect(page.getByText(is('Thank you.', 'Merci.'))).toBeVisible();

    // An administrator reads it.
    await page.goto('/account');
    await expect(page.getByText('you play like a fish out of water')).toBeVisible();
    await page.getByText(is('Delete the account', 'Supprimer le compte'), { exact: true }).click();
    await inspect(page, 'reports', look);
    await page.getByRole('button', { name: is(`Silence ${name} for a day`, `Faire taire ${name} un jour`) }).click();
    await page.getByRole('button', { name: is('Settled', 'Réglé') }).click();
    await expect(page.getByText(is('Nothing is reported.', 'Rien n’est signalé.'))).toBeVisible();
    expect(await house.administer('measures')).toContain(`silence account:${name.toLowerCase()}`);

    // All of one's data, a new password by a link, and the end of an account.
    await other.goto('/account');
    const download = other.waitForEvent('download');
    await other.getByText(is('Download all of it', 'Tout télécharger')).click();
    expect((await download).suggestedFilename()).toBe('halte.json');
    const link = (await house.administer('reset-password', name)).trim();
    await other.goto('/');
    await other.goto(new URL(link).pathname + new URL(link).hash);
    await inspect(other, 'new-password', look);
    await other.getByLabel(is('New password', 'Nouveau mot de passe')).fill('another long password');
    await other.getByRole('button', { name: is('Set it and log in', 'L’enregistrer et se connecter') }).click();
    await expect(other.getByRole('heading', { name })).toBeVisible();
    expect(new URL(other.url()).hash).toBe('');

    // A link that confirms an address does nothing before it is asked to, and is nowhere afterwards. It is opened in a tab
    // that is here already. The server of the tests sends no mail.
    const confirmations: string[] = [];
    await other.route('**/api/account/mail/confirmation', async (route) => {
      confirmations.push(route.request().postData() ?? '');
      await route.fulfill({ status: 204 });
    });
    await other.evaluate(() => (location.hash = '#mail=secret'));
    const confirm = other.getByRole('button', { name: is('Confirm the address', 'Confirmer l’adresse') });
    await inspect(other, 'confirmation', look);
    expect(confirmations).toEqual([]);
    await confirm.click();
    await expect(other.getByText(is('The address is confirmed.', 'L’adresse est confirmée.'))).toBeVisible();
    expect(confirmations).toEqual(['{"secret":"secret"}']);
    expect(new URL(other.url()).hash).toBe('');

    await other.getByText(is('Delete the account', 'Supprimer le compte'), { exact: true }).click();
    await other.getByLabel(is('Password', 'Mot de passe')).fill('another long password');
    await other.getByRole('button', { name: is('Delete it for good', 'Supprimer pour de bon') }).click();
    await expect(other.getByRole('heading', { name: is('Log in', 'Se connecter') })).toBeVisible();
    await other.getByText(is('I forgot my password', 'J’ai oublié mon mot de passe')).click();
    await inspect(other, 'forgotten', look);
    expect.soft(errors).toEqual([]);
    for (const each of [page, other]) await each.context().close();
  });
}
