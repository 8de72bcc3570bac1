const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 20

/** A random password of about 115 bits, without characters that are easily confused. */
export function generatePassword(): string {
  // Bytes beyond the last whole multiple would favour the first characters.
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length]
  }
  return text
}
