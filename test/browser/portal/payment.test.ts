// A customer pays what is overdue, against a server of its own: with the card on file, another one, and the approval of their bank.
import type { Page } from 'playwright-core'
import { expectAccessible, picture, test } from '#test/support/browser.ts'
import { passDays } from '#test/support/server.ts'
import { withOwnServer } from '../own-server.ts'
import { aShop, openPortal } from './a-customer.ts'

const SLOW = { timeout: 240_000 }
const DECLINED_LATER = '4000000000100059'
const APPROVED_EACH_TIME = '4000002760003184'

async function fillCard(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a card' })
  await dialog.getByLabel('Card number').fill(number)
  await dialog.getByLabel('Expires').fill('12 / 34')
  await dialog.getByLabel('Security code').fill('123')
  await dialog.getByRole('button', { name: 'Save card' }).click()
}

test('a customer reads what is overdue, and pays it after a decline with another card', SLOW, async ({ page, pageErrors }) => {
  pageErrors.allow(/409/)
  await withOwnServer(page, {}, async ({ server, url }) => {
    const shop = await aShop(server, DECLINED_LATER)
    await passDays(server, 32)
    await openPortal(page, { url, shop })
    await page.getByText(/^The payment of \$19\.36 for Library access failed\./).waitFor()
    await page.getByText('The card doesn’t have enough funds.').waitFor()
    await page.getByText(/We’ll try again on .+ You keep your benefits until .+ Without a payment by .+, the subscription ends\./).waitFor()
    await expectAccessible(page)
    await picture(page, 'portal-overdue')
    await page.getByRole('link', { name: 'Manage: Library access' }).click()
    await page.getByRole('button', { name: 'Pay $19.36 now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay $19.36' })
    await dialog.getByText('Visa •••• 0059').waitFor()
    await expectAccessible(page)
    await picture(page, 'portal-pay')
    await dialog.getByRole('button', { name: 'Pay $19.36' }).click()
    await dialog.getByRole('alert').getByText('The card doesn’t have enough funds.').waitFor()
    await expectAccessible(page)
    await picture(page, 'portal-pay-declined')
    await dialog.getByText('Another card', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await fillCard(page, '4242424242424242')
    await page.getByText('Paid. Thank you').waitFor()
    await page.getByText(/^Renews on /).waitFor()
    await page.getByText('The payment of $19.36').waitFor({ state: 'detached' })
  })
})

// A new card makes a job try the payment at once. It may come before the request of the page, which is refused with 409 while it lasts.
test.for([
  { name: 'a customer approves the payment at their bank', isRefused: false },
  { name: 'a customer approves the payment after the attempt of a job', isRefused: true },
])('$name', SLOW, async ({ isRefused }, { page, pageErrors }) => {
  pageErrors.allow(/409/)
  await withOwnServer(page, {}, async ({ server, url }) => {
    const shop = await aShop(server, DECLINED_LATER)
    await passDays(server, 32)
    await openPortal(page, { url, shop, path: `/subscriptions/${shop.subscriptionId}` })
    // The jobs that the last answer of the bank has caused: the card is saved by one of them, so they have begun when the page pays.
    let jobs = Promise.resolve()
    if (isRefused)
      await page.route(
        '**/confirm-payment',
        async (route) => {
          await jobs
          await route.fulfill({
            status: 409,
            json: { error: 'PaymentAlreadyInProgress', detail: 'A payment of this order is in progress.' },
          })
        },
        { times: 1 },
      )
    // The processor reports the answer to a job, so the answer has to be there before the jobs run.
    const bank = async (name: string) => {
      const dialog = page.getByRole('dialog', { name: /with your bank$/ })
      await Promise.all([page.waitForResponse(/\/sandbox\/actions\//), dialog.getByRole('button', { name }).click()])
      jobs = server.drain()
      await jobs
    }
    await page.getByRole('button', { name: 'Pay $19.36 now' }).click()
    await page.getByText('Another card', { exact: true }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await fillCard(page, APPROVED_EACH_TIME)
    await bank('Confirm card')
    await page.getByRole('dialog', { name: 'Confirm the payment with your bank' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'portal-pay-approval')
    await bank('Confirm payment')
    await page.getByText('Paid. Thank you').waitFor()
  })
})
