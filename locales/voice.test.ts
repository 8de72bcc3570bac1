// The vocabulary of the interface and the emails: docs/guides/words.md.
import { expect, test } from 'vitest'
import { flatten } from './flatten.ts'
import { en } from './index.ts'

/** A pattern that no English message matches, what to write instead, and the keys that may match it. */
interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  readonly except?: readonly string[]
}

const rules: readonly Rule[] = [
  { pattern: /\b(?:made|makes?|making)\b/i, instead: 'create', except: ['sales.steps.sale'] },
  {
    pattern: /\b(?:who|what|which|when|how)ever\b|\b(?:no|some|any|every)body\b/i,
    instead: 'you, people, no one, someone, anyone, everyone, the person',
  },
  {
    pattern: /\bletters?\b/i,
    instead: 'e-mail',
    except: [
      'account.profile.usernameHint',
      'account.profile.usernamePlainHint',
      'errors.USERNAME_IS_INVALID',
      'organization.welcome.slugHint',
      'organization.welcome.invalidSlug',
      'organizationRoles.drawer.nameHint',
      'organizationRoles.drawer.nameInvalid',
      'organizationSettings.general.slugHint',
      'organizationSettings.general.slugInvalid',
    ],
  },
  { pattern: /\bfit(?:s|ting)?\b/i, instead: 'match' },
  { pattern: /\bthe (?:least|most)\b/i, instead: 'minimum, maximum' },
  { pattern: /\b(?:facts?|hears?|heard|unheard)\b/i, instead: 'event, delivered' },
  { pattern: /\b(?:g(?:iven|ave) up|dead|let go)\b/i, instead: 'failed, discarded' },
  // One term for each thing.
  { pattern: /\bemail|(?<!e-)\bmail(?:s|ed|ing)?\b/i, instead: 'e-mail', except: ['dev.mail.title'] },
  {
    pattern: /(?<!e-mail |IP |billing )\baddress(?:es)?\b/i,
    instead: 'e-mail address, IP address, URL; an address alone is postal',
    except: ['checkout.line1'],
  },
  { pattern: /\baccess tokens?\b/i, instead: 'API token' },
  { pattern: /\buser names?\b/i, instead: 'username' },
  { pattern: /(?<!webhook-)\b(?:id|Id|ids|Ids)\b/, instead: 'ID, IDs' },
  { pattern: /\bways? (?:in|to sign in|of signing in)\b/i, instead: 'sign-in method' },
  { pattern: /\b(?:acts?|acting|acted)\b(?! on behalf)/i, instead: 'action, impersonate' },
  { pattern: /\b(?:rooms?|doors?|house|borrow\w*|tongue|errands?)\b/i, instead: 'the standard noun: docs/guides/words.md' },
  { pattern: /\bmend(?:s|ed)?\b/i, instead: 'fix' },
  { pattern: /\bswitched (?:on|off)\b/i, instead: 'enabled, disabled, turned off' },
  { pattern: /\b(?:an|its|the|no) answers?\b|^Answer\b/i, instead: 'response' },
  // Plain, short English.
  { pattern: /\bat once\b/i, instead: 'immediately' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\bany more\b/i, instead: 'no longer' },
  { pattern: /\b(?:lives?|lived) (?:for|until)\b/i, instead: 'expires after' },
  { pattern: /\bis (?:over|not there)\b/i, instead: 'has ended, no longer exists' },
  { pattern: /\b(?:begin|begins|began|begun)\b/i, instead: 'start' },
  { pattern: /\b(?:present|lower-case|upper-case)\b/i, instead: 'current, lowercase, uppercase' },
  {
    pattern: /\b(?:cannot|(?:do|does|did|is|are|was|were|has|have|had|will|would|could|should) not)\b/i,
    instead: 'can’t, don’t, isn’t and so on',
  },
  { pattern: /\bmay not\b/i, instead: 'can’t' },
  { pattern: /(?<!who )\b(?:you|they|we) are\b/i, instead: 'you’re, they’re, we’re' },
  { pattern: /\boops\b/i, instead: 'what happened' },
  { pattern: /\w'\w/, instead: 'the typographic apostrophe ’' },
  {
    pattern: /^(?:Made|Facts|Identity|About|Reason|Time|Since|Changed|From|What|Who|When)$/,
    instead: 'Created, Details, Customer, Type, Placed, IP address, Event, Actor',
    except: ['account.security.changedAt', 'admin.users.ban.reason', 'dev.mail.from'],
  },
]

/** The messages without their placeholders; not the keywords of the palette, which are the words that people type. */
const messages = flatten({ ...en, pageKeywords: {} }).map(([key, message]): [string, string] => [key, message.replace(/\{\{\w+\}\}/g, '…')])

test.each(rules)('no English message contains $pattern; write: $instead', ({ pattern, except = [] }) => {
  const found = messages.filter(([key, message]) => pattern.test(message) && !except.includes(key))
  expect(found).toEqual([])
})

test('every exception is a message that needs it', () => {
  const needless = rules.flatMap(({ pattern, except = [] }) =>
    except.filter((exception) => !messages.some(([key, message]) => key === exception && pattern.test(message))),
  )
  expect(needless).toEqual([])
})
