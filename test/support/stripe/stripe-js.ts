// A stand-in of Stripe.js for browser tests: it is served in place of js.stripe.com, shows one field for a card number in a frame of its own,
// and asks the fake for tokens and answers.
import type { Page } from 'playwright-core'
import type { FakeStripe } from './fake-stripe.ts'

const SCRIPT = `
window.Stripe = (key, { locale }) => ({
  elements(options) {
    const listeners = {}
    let field
    return {
      options,
      update: (changes) => Object.assign(options, changes),
      submit: async () => (field.value.trim() === '' ? { error: { message: 'Your card number is incomplete.' } } : {}),
      create: () => ({
        on: (event, run) => void (listeners[event] = run),
        mount(place) {
          const label = document.createElement('label')
          label.textContent = 'Card number (' + options.mode + ', ' + options.currency + ' ' + (options.amount ?? 0) + ')'
          field = document.createElement('input')
          field.setAttribute('aria-label', 'Card number')
          field.addEventListener('input', () => listeners.change?.())
          place.append(label, field)
          listeners.ready?.()
        },
        unmount: () => field.parentElement?.replaceChildren(),
      }),
      card: () => field.value,
    }
  },
  async createConfirmationToken({ elements }) {
    const id = await window.standInToken(elements.card())
    return { confirmationToken: { id } }
  },
  async handleNextAction({ clientSecret }) {
    const isApproved = window.confirm('Your bank asks: approve?')
    await window.standInAnswer(clientSecret, isApproved)
    return isApproved ? {} : { error: { message: 'We are unable to authenticate your payment method.' } }
  },
})`

/** Serves the stand-in to a page whose server uses the fake. */
export async function serveStripeJs(page: Page, fake: FakeStripe): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: SCRIPT }))
  await page.exposeFunction('standInToken', (number: string) => fake.token(number))
  await page.exposeFunction('standInAnswer', (clientSecret: string, isApproved: boolean) => fake.answer(clientSecret, isApproved))
}
