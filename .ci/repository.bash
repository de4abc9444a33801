# shellcheck shell=bash
# Sets `repository` to the address of the repository's page: STACK_REPOSITORY, else the address in GitHub's variables,
# else the remote `origin`, else nothing.

repository=${STACK_REPOSITORY-}
if [ -z "$repository" ] && [ -n "${GITHUB_REPOSITORY-}" ]; then
  repository=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY
fi
if [ -z "$repository" ]; then repository=$(git remote get-url origin 2>/dev/null || true); fi
repository=${repository%.git}
if [[ $repository != https://* ]]; then repository=; fi
