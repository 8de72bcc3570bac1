import type { Merchant } from '#client/index.ts'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { t } from './messages.ts'

const testCard = '4242 4242 4242 4242'

/** Says that no real money moves, and with which card to try it. Nothing for a merchant in live mode. */
export function TestModeBanner({ merchant }: { merchant: Merchant }) {
  if (merchant.mode !== 'test') return null
  return (
    <Banner tone="info">
      <b className="font-strong">{t('testTitle')}</b> {t('testText', { card: testCard })}
    </Banner>
  )
}
