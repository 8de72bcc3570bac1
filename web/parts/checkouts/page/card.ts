// Cards of the sandbox. In test mode the page refuses a number that is not a test card, so that no real number is ever sent.

/** The test card that succeeds, in groups of four digits. */
export const TEST_CARD = '4242 4242 4242 4242'

/** The cards of the sandbox by what they do: docs/guides/test-cards.md. */
export const testCards = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  lostCard: '4000000000009987',
  stolenCard: '4000000000009979',
  expiredCard: '4000000000000069',
  incorrectCvc: '4000000000000127',
  processingError: '4000000000000119',
  fraudulent: '4100000000000019',
  savedDeclined: '4000000000000341',
  confirmed: '4000002500003155',
  alwaysConfirmed: '4000002760003184',
  confirmedDeclined: '4000008260003178',
  disputed: '4000000000000259',
  refundLate: '4000000000007726',
  refundFails: '4000000000005126',
  slow: '4000000000100018',
  lost: '4000000000100026',
  doubled: '4000000000100034',
  declinedLater: '4000000000100042',
  savedUncovered: '4000000000100059',
  savedExpired: '4000000000100067',
} as const

/** The digits of a text. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '')

/** Formats a card number in groups of four, also while it is incomplete. */
export function formatCardNumber(typed: string): string {
  return digitsOf(typed)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats an expiry as `MM / YY`, also while it is incomplete; a first digit above 1 is a one-digit month. */
export function formatExpiry(typed: string): string {
  const digits = digitsOf(typed).slice(0, 4)
  const full = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits
  return full.length > 2 ? `${full.slice(0, 2)} / ${full.slice(2)}` : full
}

/** Whether the expiry month is not before the month of `now`. */
export function isNotExpired(typed: string, now: Date): boolean {
  const digits = digitsOf(typed)
  const month = Number(digits.slice(0, 2))
  if (digits.length !== 4 || month < 1 || month > 12) return false
  const last = (2000 + Number(digits.slice(2))) * 12 + month
  return last >= now.getFullYear() * 12 + now.getMonth() + 1
}

/** The fault of a card number: incomplete (length or check digit), or not a test card. */
export function cardFault(typed: string): 'incomplete' | 'not-a-test-card' | null {
  const digits = digitsOf(typed)
  if (digits.length < 12 || !passesCheckDigit(digits)) return 'incomplete'
  return Object.values<string>(testCards).includes(digits) ? null : 'not-a-test-card'
}

/** The confirmation token of a test card for the sandbox processor, with its expiry as four digits. */
export const sandboxToken = (typed: string, expiry: string): string => `sandbox_${digitsOf(typed)}_${digitsOf(expiry)}`

function passesCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
