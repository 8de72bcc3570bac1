import type { ReactNode } from 'react'
import type { Command } from '#web/command.ts'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { DotsIcon } from '#web/ui/icons/index.ts'
import { useMay } from '../access/permission.ts'
import { useMenuOf } from '../access/permitted.tsx'
import { PageHeader } from '../page-header.tsx'
import { t } from './messages.ts'

/** The head of a detail page: its buttons, the primary one last, and the menu of everything else. */
export function DetailHeader(props: {
  title: string
  crumb: { readonly label: string; readonly href: string }
  lead?: string | undefined
  status: ReactNode
  secondary: Command | undefined
  primary: Command | undefined
  menu: readonly (readonly Command[])[]
}) {
  const menuOf = useMenuOf()
  return (
    <PageHeader crumb={props.crumb} lead={props.lead} status={props.status} title={props.title}>
      <CommandButton command={props.secondary} variant="plain" />
      <CommandButton command={props.primary} variant="primary" />
      <Menu
        items={menuOf(...props.menu)}
        label={t('more')}
        side="end"
        trigger={(trigger) => <IconButton {...trigger} hint={false} icon={DotsIcon} label={t('more')} pull="right" />}
      />
    </PageHeader>
  )
}

/** A command as a button, or as a link if it only leads somewhere; other sites open beside the page. Nothing for those who may not run it. */
function CommandButton({ command, variant }: { command: Command | undefined; variant: 'plain' | 'primary' }) {
  const may = useMay()
  if (command === undefined || !may(command.needs)) return null
  const { icon: Drawing, label, href } = command
  if (href === undefined)
    return (
      <Button disabled={command.disabled} icon={Drawing} onClick={command.run} variant={variant}>
        {label}
      </Button>
    )
  const apart = href.startsWith('http') ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a className={buttonClass({ variant })} href={href} {...apart}>
      <Drawing className="-ml-2 opacity-85" />
      {label}
    </a>
  )
}
