# VS Code starts bash with its own script, which runs the user's start-up file.
#: needs 'shellIntegration-bash.sh'
#: marks '633;'
#: argument '--init-file'
#: argument '$needs'
#: variable 'VSCODE_INJECTION=1'
