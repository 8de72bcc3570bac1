import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { CodeIcon, CommandIcon, OpenIcon, QuestionIcon } from '#web/ui/icons/index.ts'
import { tPalette } from '../palette/messages.ts'

/** The menu behind the question mark: the shortcuts, the reference of the API, and its OpenAPI document. */
export default function HelpMenu({ onKeys }: { onKeys: () => void }) {
  return (
    <Menu
      items={[
        { label: tPalette('keys.title'), icon: CommandIcon, shortcut: '?', onSelect: onKeys },
        'line',
        { label: tPalette('help.reference'), icon: CodeIcon, onSelect: () => openTab('/reference') },
        { label: tPalette('help.openApi'), icon: OpenIcon, onSelect: () => openTab('/openapi.json') },
      ]}
      label={tPalette('help.title')}
      side="end"
      trigger={(trigger) => <IconButton {...trigger} icon={QuestionIcon} label={tPalette('help.title')} pull="right" />}
    />
  )
}

// Pages of the server, which the router of the app does not know.
const openTab = (path: string) => window.open(path, '_blank', 'noopener')
