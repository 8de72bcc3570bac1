/** What merchants read about access to a repository. */
export const merchant = {
  name: 'GitHub repository',
  text: 'Access to a private repository.',
  detail: { repository: 'Repository', permission: 'Permission' },
  form: {
    account: 'GitHub account',
    accountHint:
      'The GitHub app is installed on the repository, and this account administers it. You come back to this form, with what you entered.',
    owner: 'Owner',
    ownerInvalid: 'Enter the user or organization of the repository.',
    repository: 'Repository',
    repositoryInvalid: 'Enter the name of the repository.',
    repositoryRefused:
      'GitHub doesn’t accept the repository. Check its name, that the GitHub app is installed on it, and that a connected account administers it.',
    permission: 'Permission',
    permissions: { pull: 'Read', triage: 'Triage', push: 'Write', maintain: 'Maintain', admin: 'Administer' },
    permissionHint: 'What customers may do in the repository.',
  },
} as const

/** What customers read about access to a repository. */
export const customer = { granted: 'You have access to the repository. Accept the invitation that GitHub e-mailed you.' } as const
