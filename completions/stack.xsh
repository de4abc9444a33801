# Shows the current task as (TASK) before the user's prompt in xonsh, and sets STACK_PROMPT to
# it. While STACK_NO_PROMPT is set, it only does the latter. Also completes command lines: the
# program lists the candidates, and this script quotes them. See README.md.
__stack_shows_task = True
__stack_dot = []

def __stack_define():
    import os
    import re
    import shutil
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
            columns = max(shutil.get_terminal_size().columns // 2, 1)
            answer = ask('prompt', '--check', *__stack_dot, '--max', str(min(columns, 40)))
            check, text, *_ = answer + ['']
            check = f'{os.getpid()} {check}'
        except (OSError, subprocess.SubprocessError):
            check, text = '', 'stack!'
        __xonsh__.env.update(STACK_PROMPT=text, STACK_PROMPT_CHECK=check)
        shown = __stack_shows_task and text and not __xonsh__.env.get('STACK_NO_PROMPT')
        return '(' + text.replace('{', '{{').replace('}', '}}') + ') ' if shown else ''

    # Raw strings, because xonsh expands variables in other strings. All get the same quotes, because their
    # common prefix may replace the typed word.
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
        found = [line for line in lines if '\t' in line]
        begun = [line for line in found if line.startswith(context.prefix)]
        # The typed word stays while it may be in several titles: with an empty candidate, they have no common prefix.
        is_loose = 'titles' in lines and found[1:] and begun != found
        found = [line.split('\t') for line in (found if 'titles' in lines else begun)]
        # With an added space, readline would insert nothing for a single candidate if the typed word is empty.
        options = {'append_space': bool(context.prefix or found[1:]), 'append_closing_quote': False}
        # `display` is set because prompt_toolkit would otherwise cut off the beginning of the text.
        found = {RichCompletion(text, display=shown, description=summary, **options)
                 for text, (shown, summary) in zip(quoted([text for text, _ in found]), found) if text}
        if not found:
            raise StopIteration # No other completer knows the command.
        if is_loose:
            found.add(RichCompletion(' ', display=' '))
        return found, len(context.raw_prefix)

    __xonsh__.env.register('STACK_PROMPT', detype=None) # not exported
    add_one_completer(command, complete, 'start')
    $PROMPT_FIELDS['stack_task'] = task
    own = $PROMPT
    $PROMPT = (lambda: '{stack_task}' + own()) if callable(own) else '{stack_task}' + own


__stack_define()
del __stack_define
