import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import {
  CopyShapeIcon,
  DotsIcon,
  DownIcon,
  DownloadIcon,
  ExchangeIcon,
  OpenIcon,
  PersonIcon,
  PlusIcon,
  StopIcon,
} from '#web/ui/icons/index.ts'
import { Sample } from './sample.tsx'

const looks = ['primary', 'plain', 'quiet', 'danger'] as const

export function ActsSamples() {
  return (
    <>
      {looks.map((look) => (
        <Sample key={look} name={`Button: ${look}`}>
          <Button look={look}>Save</Button>
          <Button icon={PlusIcon} look={look}>
            New product
          </Button>
          <Button endIcon={DownIcon} look={look}>
            30 days
          </Button>
          <Button look={look} press="mod+s">
            Save
          </Button>
          <Button busy look={look}>
            Saving
          </Button>
          <Button disabled look={look}>
            Save
          </Button>
          <Button look={look} size="tall">
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
        <Link href="#acts">A link in words</Link>
      </Sample>
      <Sample name="Menu">
        <Menu
          items={[
            { label: 'Open', icon: OpenIcon, press: 'enter', href: '#acts' },
            { label: 'Go to customer', icon: PersonIcon },
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
