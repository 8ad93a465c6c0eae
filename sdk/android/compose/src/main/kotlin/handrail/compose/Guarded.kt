// Not compiled and not tested where this library is developed: there is no Kotlin compiler.
package handrail.compose

import androidx.compose.foundation.clickable
import androidx.compose.foundation.selection.toggleable
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.Role
import handrail.android.Guard
import handrail.core.Event

/** A click that waits for a verdict while an agent is in control: `Modifier.guarded(guard, "Reserve") { reserve() }`. */
fun Modifier.guarded(guard: Guard, label: String, enabled: Boolean = true, onClick: () -> Unit): Modifier =
    clickable(enabled = enabled, onClickLabel = label, role = Role.Button) {
        guard.run(Event.of(Event.Kind.CLICK, label)) { onClick() }.run()
    }

/** A box or a switch. Its value is the app's own, so it stays what it is until [onChange] runs. */
fun Modifier.guardedToggle(guard: Guard, label: String, value: Boolean, enabled: Boolean = true, onChange: (Boolean) -> Unit): Modifier =
    toggleable(value = value, enabled = enabled, role = Role.Switch) { wanted ->
        guard.run(Event(Event.Kind.CHECK, label, null, wanted)) { onChange(wanted) }.run()
    }
