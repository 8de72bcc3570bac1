const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 20

/** A password that nobody guesses, without letters that are mistaken for each other; some 115 bits. */
export function newPassword(): string {
  // Numbers beyond the last whole multiple would prefer the first letters.
  const fair = 256 - (256 % letters.length)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && text.length < length) text += letters[byte % letters.length]
  }
  return text
}
