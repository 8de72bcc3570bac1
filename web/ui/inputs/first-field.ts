/**
 * As the `ref` of a field in a dialog: the dialog opens with the focus there, not on its close button. React keeps `autoFocus` to itself, but the browser
 * reads the attribute when it opens the dialog.
 */
export const firstField = (field: HTMLElement | null): void => field?.setAttribute('autofocus', '')
