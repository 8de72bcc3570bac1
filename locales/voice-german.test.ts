// The vocabulary of German messages: docs/guides/words.md, section German.
import { expect, test } from 'vitest'
import { messages as german } from './de/index.ts'
import { flatten } from './flatten.ts'

/** A pattern that no German message matches, what to write instead, and the keys that may match it. */
interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  readonly except?: readonly string[]
}

const rules: readonly Rule[] = [
  // One voice: polite, calm, to the person who reads.
  { pattern: /\b(?:du|dich|dir|dein\w*|euch|euer|eure\w*)\b/i, instead: 'Sie, Ihr' },
  { pattern: /\bman\b/i, instead: 'Sie, or the passive' },
  { pattern: /!/, instead: 'a full stop' },
  { pattern: /\bbitte\b/i, instead: 'the imperative alone: Versuchen Sie es erneut.' },
  { pattern: /\b(?:hoppla|ups|leider|sorry|okay)\b/i, instead: 'what happened, and what to do' },
  { pattern: /\bhier klicken|klicken Sie hier\b/i, instead: 'a link that says where it leads' },
  // German words where there are some.
  { pattern: /\b(?:log(?:in|out)|(?:ein|aus)loggen)\b/i, instead: 'anmelden, abmelden' },
  { pattern: /\b(?:account|user|password|username)s?\b/i, instead: 'Konto, Benutzer, Passwort, Benutzername' },
  { pattern: /\b(?:email\w*|(?<!E-)mails?)\b/i, instead: 'E-Mail, E-Mail-Adresse' },
  {
    pattern: /\b(?:checkout|refund|receipt|order|customer|discount|invoice)s?\b/i,
    instead: 'the terms of the table',
    except: ['admin.events.search'],
  },
  { pattern: /\b(?:settings?|buttons?|downloads?|uploads?|updates?|features?|screens?|feedback|tools?)\b/i, instead: 'the German noun' },
  {
    pattern: /\b(?:events?|endpoints?|deliver(?:y|ies)|scopes?|members?|owners?)\b/i,
    instead: 'Ereignis, Endpunkt, Zustellung, Recht, Mitglied, Inhaber',
  },
  { pattern: /\b(?:canceln|gecancelt|liken|checken|updaten|downloaden|uploaden|editieren|gelinkt)\b/i, instead: 'a German verb' },
  // Plain, short German.
  { pattern: /\b(?:durchgeführt|durchführen|getätigt|vorgenommen|seitens|bezüglich|mittels|diesbezüglich)\b/i, instead: 'the verb itself' },
  {
    pattern: /\b(?:erfolgreich (?:gespeichert|erstellt|gelöscht|geändert|gesendet)|wurde erfolgreich)\b/i,
    instead: 'gespeichert, erstellt …',
  },
  { pattern: /\b(?:ungültige Eingabe|Pflichtfeld|fehlgeschlagener Vorgang)\b/i, instead: 'what to enter: Geben Sie einen Namen ein.' },
  // Typography.
  { pattern: /["“]\w|\w["']\w|\w'(?=\s|$)/, instead: 'the quotation marks „…“ and the apostrophe ’' },
  { pattern: /\.\.\.|\p{L}…$/u, instead: 'a space and the sign …' },
  { pattern: /\s-\s/, instead: 'the dash –' },
]

/** The messages without their placeholders, and without the words by which the palette finds a page: users type any. */
const messages = flatten(german)
  .filter(([key]) => !key.startsWith('pageKeywords.'))
  .map(([key, message]): [string, string] => [key, message.replace(/\{\{\w+\}\}/g, '…')])

test.each(rules)('no German message contains $pattern; write: $instead', ({ pattern, except = [] }) => {
  expect(messages.filter(([key, message]) => pattern.test(message) && !except.includes(key))).toEqual([])
})

test('every exception is a message that needs it', () => {
  const needless = rules.flatMap(({ pattern, except = [] }) =>
    except.filter((exception) => !messages.some(([key, message]) => key === exception && pattern.test(message))),
  )
  expect(needless).toEqual([])
})

test.each([
  ['Du hast keine Rechte.'],
  ['Das kann man nicht ändern.'],
  ['Gespeichert!'],
  ['Bitte versuchen Sie es erneut.'],
  ['Ihr Account wurde gesperrt.'],
  ['Ihre Mail ist da.'],
  ['Der Checkout ist abgelaufen.'],
  ['Wurde erfolgreich gespeichert.'],
  ['Löschen...'],
])('the text %j is refused', (text) => {
  expect(rules.some(({ pattern }) => pattern.test(text))).toBe(true)
})
