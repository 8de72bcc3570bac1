import type { ComponentProps } from 'react'
import { CommandIcon } from '../icons/index.ts'
import { isApple } from '../text/is-apple.ts'
import { Button } from './button.tsx'

/** A button that displays its shortcut ("mod+s", "c"); `useShortcut` binds it. Public pages have none, so that they load no code of it. */
export function ShortcutButton({ shortcut, children, ...others }: ComponentProps<typeof Button> & { shortcut: string | undefined }) {
  return (
    <Button {...others}>
      {children}
      {shortcut !== undefined && <ShortcutKey shortcut={shortcut} />}
    </Button>
  )
}

/** The shortcut of a button, in its colour. */
function ShortcutKey({ shortcut }: { shortcut: string }) {
  const mod = shortcut.startsWith('mod+')
  const key = (mod ? shortcut.slice(4) : shortcut).toUpperCase()
  return (
    <kbd className="-mr-4 inline-flex max-wide:hidden h-18 min-w-18 items-center justify-center gap-1 rounded-key border border-current/35 px-4 font-sans text-initials font-regular">
      {mod && isApple && <CommandIcon size={12} />}
      {mod && !isApple ? `Ctrl ${key}` : key}
    </kbd>
  )
}
