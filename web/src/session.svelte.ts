// Who the visitor is: the account that is logged in, if one is.
import { answered, api, type Account } from './api/client';

let account = $state.raw<Account | null>(null);

/** The account that is logged in. */
export function loggedIn(): Account | null {
  return account;
}

/** Asks who is logged in; whoever was before, if that cannot be said. */
export async function findSession(): Promise<void> {
  try {
    account = (await answered(api.GET('/api/session'))).account ?? null;
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

export async function logOut(): Promise<void> {
  await answered(api.DELETE('/api/session'));
  const { forgetProgress } = await import('./puzzles/progress');
  forgetProgress();
  account = null;
}
