// What a visitor takes along: files, and addresses.

/** Lets the browser save something under a name. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Copies an address. What to say then: the address itself, if the browser does not let it be copied. */
export async function copied(address: string, told: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(address);
    return told;
  } catch {
    return address;
  }
}
