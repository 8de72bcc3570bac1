import type { Checkout } from '#client/index.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { CopyShapeIcon, OpenIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { exactText } from '#web/ui/text/moment.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { LinkBox } from './link-box.tsx'
import { t } from './messages.ts'

/** A newly created checkout: its link, to copy or to open. */
export function CheckoutReady(props: { checkout: Checkout; open: boolean; slug: string; onClose: () => void; onAnother: () => void }) {
  const { checkout, open, slug, onClose, onAnother } = props
  const { locale } = useLanguage()
  return (
    <Dialog
      foot={
        <>
          <a className={buttonClass()} href={checkout.url} rel="noopener" target="_blank">
            <OpenIcon className="-ml-2 opacity-85" />
            {t('create.openPage')}
          </a>
          <Button icon={CopyShapeIcon} variant="primary" onClick={() => copy(checkout.url, t('actions.linkCopied'))}>
            {t('create.copy')}
          </Button>
        </>
      }
      lead={t('create.readyText', { time: exactText(locale, new Date(checkout.expiresAt)) })}
      note={<Link href={detailHref(slug, 'checkouts', checkout.id)}>{t('create.see')}</Link>}
      onClose={onClose}
      open={open}
      title={t('create.ready')}
    >
      <LinkBox url={checkout.url} />
      <div className="-ml-8">
        <Button variant="quiet" onClick={onAnother}>
          {t('create.another')}
        </Button>
      </div>
    </Dialog>
  )
}
