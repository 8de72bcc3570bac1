import { useState } from 'react'
import { BareIconButton } from '../actions/bare-icon-button.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import { type InputProps, TextInput } from './text-input.tsx'

/** A password input with a button to show the password. Requires `autoComplete`: "current-password" or "new-password". */
export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const { translate } = useLanguage()
  const [isVisible, setIsVisible] = useState(false)
  const eye = (
    <BareIconButton
      icon={isVisible ? EyeOffIcon : EyeIcon}
      label={translate(isVisible ? 'hidePassword' : 'showPassword')}
      onClick={() => setIsVisible(!isVisible)}
      pull="right"
    />
  )
  return (
    <TextInput {...props} after={eye} autoCapitalize="none" autoCorrect="off" spellCheck={false} type={isVisible ? 'text' : 'password'} />
  )
}
