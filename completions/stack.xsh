# The current task in xonsh's prompt: as (TASK) before the user's own, and plain in
# STACK_PROMPT. While STACK_NO_PROMPT is set, only the latter. And completion: the
# program says what fits; here it is quoted.
__stack_shows_task = True

def __stack_define():
    import re
    import subprocess
    from xonsh.completers.completer import add_one_completer
    from xonsh.completers.path import contextual_complete_path
    from xonsh.completers.tools import RichCompletion, contextual_command_completer_for

    command = 'stack'

    def ask(*words):
        answer = subprocess.run(
            [command, *words], env=__xonsh__.env.detype(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        return answer.stdout.decode(errors='replace').split('\n')

    def task():
        try:
            text = ask('prompt')[0]
        except (OSError, subprocess.SubprocessError):
            text = 'stack!'
        $STACK_PROMPT = text
        # xonsh takes braces for its own.
        shown = __stack_shows_task and text and not __xonsh__.env.get('STACK_NO_PROMPT')
        return '(' + text.replace('{', '{{').replace('}', '}}') + ') ' if shown else ''

    # As Python's raw text where one isn't plain, for in other text xonsh looks for variables. Then
    # all are, and alike: what they have in common may take the place of what is typed.
    def quoted(texts):
        if all(re.fullmatch('(?!(and|or)$)[A-Za-z0-9_./:=@+,-]+', text) for text in texts):
            return texts
        quote = min('\'"', key=lambda each: sum(each in text for text in texts))
        return [None if re.search(quote + r'|\\$', text) else 'r' + quote + text + quote for text in texts]

    @contextual_command_completer_for(command)
    def complete(context):
        words = [each.value for each in context.args[1:context.arg_index]]
        try:
            lines = ask('complete', 'xonsh', '--', *words, context.prefix)
        except (OSError, ValueError, subprocess.SubprocessError):
            lines = []
        if 'files' in lines:
            return contextual_complete_path(context)
        found = [line.split('\t') for line in lines if line.startswith(context.prefix) and '\t' in line]
        # Without prompt_toolkit, of the only one that fits at nothing xonsh would take what is behind its space.
        has_space = bool(context.prefix or found[1:])
        found = {RichCompletion(text, description=summary, append_space=has_space, append_closing_quote=False)
                 for text, (_, summary) in zip(quoted([text for text, _ in found]), found) if text}
        if not found:
            raise StopIteration # Others know nothing of it.
        return found, len(context.raw_prefix)

    add_one_completer(command, complete, 'start')
    $PROMPT_FIELDS['stack_task'] = task
    own = $PROMPT
    $PROMPT = (lambda: '{stack_task}' + own()) if callable(own) else '{stack_task}' + own


__stack_define()
del __stack_define
