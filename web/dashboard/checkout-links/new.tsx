import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { client, useAction } from '#web/api.ts'
import { t } from '#web/parts/checkout-links/messages.ts'
import { detailHref } from '#web/parts/detail-href.ts'
import { useForm } from '#web/parts/use-form.ts'
import { SettingsFrame } from '#web/shell/layouts.tsx'
import { LeaveGuard } from '#web/shell/leave-guard.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { PageHeader } from '#web/shell/page-header.tsx'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { LinkForm } from './link-form.tsx'
import { creationOf, linkRefusals, linkRules, valuesOf } from './link-values.ts'

/** Creates a checkout link. */
export default function NewLink() {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const list = `/dashboard/${slug}/checkout-links`
  const create = useAction(client.checkoutLinks.create, ['checkoutLinks'])
  const isDone = useRef(false)
  const form = useForm({
    initial: () => valuesOf(null),
    rules: linkRules,
    refusals: linkRefusals,
    send: (values) => create.run(creationOf(values, id)),
    onDone: (link) => {
      isDone.current = true
      toast(t('form.created'))
      router.history.push(detailHref(slug, 'checkout-links', link.id))
    },
  })
  return (
    <SettingsFrame head={<PageHeader crumb={{ label: t('title'), href: list }} title={t('form.newTitle')} />}>
      <LinkForm form={form} isNew>
        <div className="flex justify-end gap-8">
          <a className={buttonClass()} href={list}>
            {t('form.cancel')}
          </a>
          <ShortcutButton busy={form.busy} shortcut="mod+s" type="submit" variant="primary">
            {t('form.create')}
          </ShortcutButton>
        </div>
      </LinkForm>
      <LeaveGuard changes={() => (isDone.current || form.values.products.length === 0 ? [] : [t('form.products')])} />
    </SettingsFrame>
  )
}
