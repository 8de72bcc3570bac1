import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '../actions/shortcut.ts'
import { SearchIcon } from '../icons/index.ts'
import { TextInput } from '../inputs/text-input.tsx'
import { Key } from '../text/key.tsx'

const debounceMs = 250

/** The search field of a list. `/` focuses it, Escape clears it. */
export function SearchField({ query, onQuery, placeholder }: { query: string; onQuery: (query: string) => void; placeholder: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  const [known, setKnown] = useState(query)
  // If the URL changes otherwise (back button, cleared filters), its query replaces the typed text.
  if (known !== query) {
    setKnown(query)
    setTyped(query)
  }
  useShortcut('/', () => input.current?.focus())
  useEffect(() => {
    if (typed === query) return
    const timer = setTimeout(() => onQuery(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, query, onQuery])
  return (
    <div className="w-224 max-wide:w-full">
      <TextInput
        after={
          typed === '' ? (
            <span className="-mr-4 pointer-coarse:hidden">
              <Key keys="/" />
            </span>
          ) : undefined
        }
        aria-label={placeholder}
        icon={SearchIcon}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (typed === '') event.currentTarget.blur()
          else setTyped('')
        }}
        placeholder={placeholder}
        ref={input}
        size="chip"
        type="search"
        value={typed}
      />
    </div>
  )
}
