// Who the visitor is: the account that is logged in, if one is.
import { answered, api, type Account } from './api/client';

let account = $state.raw<Account | null>(null);
let hasMail = $state(false);

/** The account that is logged in. */
export function loggedIn(): Account | null {
  return account;
}

/** Whether the site sends mail. */
export function sendsMail(): boolean {
  return hasMail;
}

/** Asks who is logged in; whoever was before, if that cannot be said. */
export async function findSession(): Promise<void> {
  try {
    const found = await answered(api.GET('/api/session'));
    [account, hasMail] = [found.account ?? null, found.sends_mail];
  } catch {
    // Without a server nobody logs out.
  }
}

export async function logIn(name: string, password: string): Promise<void> {
  account = (await answered(api.POST('/api/session', { body: { name, password } }))).account ?? null;
}

export async function makeAccount(name: string, password: string): Promise<void> {
  account = (await answered(api.POST('/api/accounts', { body: { name, password } }))).account ?? null;
}

/** Chooses a new password by a link, and logs in. */
export async function resetPassword(secret: string, password: string): Promise<void> {
  account = (await answered(api.POST('/api/password/reset', { body: { secret, password } }))).account ?? null;
}

/** Deletes the account for good. */
export async function deleteAccount(password: string): Promise<void> {
  await answered(api.DELETE('/api/account', { body: { password } }));
  await forget();
}

export async function logOut(): Promise<void> {
  await answered(api.DELETE('/api/session'));
  await forget();
}

/** Nobody is logged in any more. */
async function forget(): Promise<void> {
  const { forgetProgress } = await import('./puzzles/progress');
  forgetProgress();
  account = null;
}
