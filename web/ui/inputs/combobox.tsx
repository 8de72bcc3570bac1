import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { DownIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { position } from '../overlays/position.ts'
import { TextInput } from './text-input.tsx'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** Shown after the label, where labels are not unique. */
  readonly text?: string | undefined
}

/** The properties of a `Combobox`. */
export interface ComboboxProps<O extends ComboboxOption> {
  /** The chosen option; null for none. */
  readonly chosen: O | null
  readonly onChange: (option: O | null) => void
  /** The options that the typed text finds; undefined while they load. */
  readonly options: readonly O[] | undefined
  /** Called with the text to search by: what is typed, and '' when the list opens or closes. */
  readonly onSearch: (text: string) => void
  readonly placeholder: string
  /** The number of further options beyond `options`. */
  readonly more: number
  readonly name?: string | undefined
  readonly disabled?: boolean | undefined
}

/**
 * Chooses one of many options, which are searched as the user types; emptying the field chooses none. Arrow keys move in the list, Enter
 * chooses, Escape closes it. Inside a `Field` it takes over id, description and error.
 */
export function Combobox<O extends ComboboxOption>(props: ComboboxProps<O>) {
  const { chosen, options, placeholder, more, name, disabled } = props
  const { translate } = useLanguage()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { typed, at, isOpen, open, close, type, choose, keys } = useTyping(props)
  useLayoutEffect(() => {
    const [panel, anchor] = [list.current, frame.current]
    if (panel === null || anchor === null) return
    if (!isOpen) return panel.hidePopover()
    panel.showPopover()
    panel.style.width = `${anchor.offsetWidth}px`
    position(panel, anchor)
    panel.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const text = chosen === null ? '' : labelOf(chosen)
  return (
    <div ref={frame}>
      <TextInput
        after={<DownIcon className="pointer-events-none text-muted" />}
        aria-activedescendant={isOpen && options?.[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-expanded={isOpen}
        autoComplete="off"
        disabled={disabled}
        name={name}
        onBlur={close}
        onChange={(event) => type(event.target.value)}
        onClick={open}
        onKeyDown={keys}
        placeholder={placeholder}
        role="combobox"
        spellCheck={false}
        value={typed ?? text}
      />
      <div
        className="floating fixed m-0 max-h-320 overflow-y-auto rounded-card border-none bg-float p-4 text-label shadow-float"
        popover="manual"
        ref={list}
      >
        <div aria-label={placeholder} id={`${id}-list`} role="listbox">
          {isOpen &&
            options?.map((option, index) => (
              <div
                aria-selected={index === at}
                className={cx(
                  'flex min-h-32 cursor-default items-center gap-8 rounded-control px-8 py-4 hover:bg-hover aria-selected:bg-selected pointer-coarse:min-h-44',
                  option.value === chosen?.value && 'font-strong',
                )}
                id={`${id}-${index}`}
                key={option.value}
                onPointerDown={(event) => {
                  // The field keeps the focus.
                  event.preventDefault()
                  choose(option)
                }}
                role="option"
                tabIndex={-1}
              >
                <span className="min-w-0 truncate">{option.label}</span>
                {option.text !== undefined && <span className="flex-none text-muted">{option.text}</span>}
              </div>
            ))}
        </div>
        {/* Stays in the page, because screen readers announce what changes in a region that they know. */}
        <p className="text-caption text-muted not-empty:px-8 not-empty:py-4" role="status">
          {isOpen &&
            (options === undefined
              ? translate('loading')
              : options.length === 0
                ? translate('noOptions')
                : more > 0 && translate('moreOptions', { count: more }))}
        </p>
      </div>
    </div>
  )
}

/** The text of a chosen option in the field. */
const labelOf = ({ label, text }: ComboboxOption) => (text === undefined ? label : `${label} · ${text}`)

/** The typed text (null while the field shows what is chosen), the active option, and what changes them. */
function useTyping<O extends ComboboxOption>({ chosen, onChange, options, onSearch }: ComboboxProps<O>) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(0)
  const open = () => {
    if (!isOpen) setAt(0)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    setTyped(null)
    onSearch('')
  }
  const choose = (option: O | null) => {
    close()
    if (option?.value !== chosen?.value) onChange(option)
  }
  const type = (text: string) => {
    open()
    setAt(0)
    setTyped(text)
    onSearch(text.trim())
    if (text === '' && chosen !== null) onChange(null)
  }
  const keys = (event: KeyboardEvent) => {
    const count = options?.length ?? 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = options?.[at]
    if (step !== undefined) {
      if (isOpen && count > 0) setAt((at + step + count) % count)
      else open()
    } else if (event.key === 'Enter' && isOpen && option !== undefined) choose(option)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    // Neither the form nor the dialog gets a key that the list used.
    event.preventDefault()
    event.stopPropagation()
  }
  return { typed, at: Math.min(at, Math.max(0, (options?.length ?? 0) - 1)), isOpen, open, close, type, choose, keys }
}
