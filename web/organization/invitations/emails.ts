/** Separates emails in typed or pasted text. */
const separator = /[\s,;]+/
const emailPattern = /^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/

/** Why an email gets no invitation. */
export type EmailFault = 'invalid' | 'member' | 'invited'

/** The emails in a text, in lower case and without duplicates. Angle brackets and quotes around them are dropped. */
export const parseEmails = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.replace(/^[<"']+|[>"']+$/g, '').toLowerCase())
      .filter((part) => part !== ''),
  ),
]

/** The emails in a pasted text, without names around them ("Ada Byron <ada@x.example>"). */
export function parsePastedEmails(text: string): readonly string[] {
  const all = parseEmails(text)
  const emails = all.filter((part) => part.includes('@'))
  return emails.length > 0 ? emails : all
}

/** The fault of an email, if any. */
export function findEmailFault(email: string, members: ReadonlySet<string>, invited: ReadonlySet<string>): EmailFault | undefined {
  if (!emailPattern.test(email)) return 'invalid'
  if (members.has(email)) return 'member'
  return invited.has(email) ? 'invited' : undefined
}
