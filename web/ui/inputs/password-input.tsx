import { useState } from 'react'
import { BareIconButton } from '../actions/bare-icon-button.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { type InputProps, TextInput } from './text-input.tsx'

/** A password, hidden until its eye is pressed. Give `autoComplete`: "current-password" or "new-password". */
export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const { say } = useLanguage()
  const [shown, setShown] = useState(false)
  const eye = (
    <BareIconButton
      icon={shown ? EyeOffIcon : EyeIcon}
      label={say(shown ? 'hidePassword' : 'showPassword')}
      onClick={() => setShown(!shown)}
      pull="right"
    />
  )
  return <TextInput {...props} after={eye} autoCapitalize="none" autoCorrect="off" spellCheck={false} type={shown ? 'text' : 'password'} />
}
