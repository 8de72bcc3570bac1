import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { ShortcutButton } from '#web/ui/actions/shortcut-button.tsx'
import {
  CopyShapeIcon,
  DotsIcon,
  DownIcon,
  DownloadIcon,
  ExchangeIcon,
  OpenIcon,
  PlusIcon,
  StopIcon,
  UserIcon,
} from '#web/ui/icons/index.ts'
import { Sample } from './sample.tsx'

const variants = ['primary', 'plain', 'quiet', 'danger'] as const

export function ActionSamples() {
  return (
    <>
      {variants.map((variant) => (
        <Sample key={variant} name={`Button: ${variant}`}>
          <Button variant={variant}>Save</Button>
          <Button icon={PlusIcon} variant={variant}>
            New product
          </Button>
          <Button endIcon={DownIcon} variant={variant}>
            30 days
          </Button>
          <ShortcutButton variant={variant} shortcut="mod+s">
            Save
          </ShortcutButton>
          <Button busy variant={variant}>
            Saving
          </Button>
          <Button disabled variant={variant}>
            Save
          </Button>
          <Button variant={variant} size="tall">
            Tall
          </Button>
        </Sample>
      ))}
      <Sample name="IconButton, CopyButton, Link">
        <IconButton icon={DownloadIcon} label="Export" />
        <IconButton icon={DownloadIcon} label="Export" pressed />
        <IconButton disabled icon={DownloadIcon} label="Export" />
        <IconButton icon={DotsIcon} label="More" small />
        <CopyButton name="Sample" value="sample" />
        <Link href="#actions">A text link</Link>
      </Sample>
      <Sample name="Menu">
        <Menu
          items={[
            { label: 'Open', icon: OpenIcon, shortcut: 'enter', href: '#actions' },
            { label: 'Go to customer', icon: UserIcon },
            { label: 'Copy id', icon: CopyShapeIcon },
            'line',
            { label: 'Change product…', icon: ExchangeIcon },
            { label: 'Not now', icon: ExchangeIcon, disabled: true },
            'line',
            { label: 'Cancel…', icon: StopIcon, danger: true },
          ]}
          label="Actions"
          trigger={(trigger) => (
            <Button {...trigger} endIcon={DownIcon}>
              Actions
            </Button>
          )}
        />
        <Menu
          items={[{ title: 'Theme' }, { label: 'Light', checked: true }, { label: 'Dark', checked: false }]}
          label="Theme"
          side="end"
          trigger={(trigger) => <IconButton {...trigger} icon={DotsIcon} label="Theme" />}
        />
      </Sample>
    </>
  )
}
